/** `docent serve --check`: prints where the site should show each page, what it lacks, and everything that is not served. */
import type { Counted } from '../service/content/summary.ts';
import { DocsServerError } from '../service/errors.ts';
import type { ProjectSettings } from '../service/service.ts';
import type { Comparison, Place } from '../service/site-check/site-check.ts';
import { type Checked, checkEach } from './checked-projects.ts';
import { type CommandIo, counted, type ExitCode } from './terminal/command.ts';
import { toPrintable } from './terminal/printable.ts';

/** `site`: a built site, a sitemap, or an address. */
export async function checkProjects(
  projects: readonly ProjectSettings[],
  site: string | undefined,
  io: CommandIo,
): Promise<ExitCode> {
  let code: ExitCode = 0;
  for await (const [id, checked] of checkEach(projects, site, io.signal)) {
    if (checked === 'branch') {
      io.out(`${id}: its branch is read when it is served; check a checkout of it with docent serve --check DIR.\n`);
    } else if (checked instanceof DocsServerError) {
      io.err(toPrintable(`${id}: ${checked.message}\n`));
      code = 1;
    } else {
      io.out(toPrintable(reportOf(id, checked)));
      if ((checked.compared?.missing.length ?? 0) + (checked.compared?.anchors.length ?? 0) > 0) code = 1;
    }
  }
  return code;
}

function reportOf(
  id: string,
  { crawled = [], line, summary, places, compared }: Exclude<Checked, DocsServerError | 'branch'>,
): string {
  return [
    ...crawled.map((sentence) => `${id}: ${sentence}`),
    `${id}: ${line}`,
    ...(compared ? comparisonOf(compared, places.length) : listOf('Addresses', places.map(placeText))),
    ...summary.leftOut.flatMap((counted) => kindOf('Left out', counted)),
    ...summary.unresolved.flatMap((counted) => kindOf('Unresolved', counted)),
    '',
  ].join('\n');
}

function comparisonOf({ missing, anchors, others }: Comparison, pages: number): readonly string[] {
  const found = `${pages - missing.length} of ${counted(pages, 'page')} are on the site at their address.`;
  return [
    found,
    ...listOf('Not on the site', missing.map(placeText)),
    ...listOf('Anchors that the page does not have', anchors.map(placeText)),
    ...listOf('Only on the site', others),
  ];
}

function placeText({ file, address }: Place): string {
  return `${address}  ${file}`;
}

function kindOf(title: string, { kind, all }: Counted): readonly string[] {
  return listOf(`${title}, ${kind}`, all);
}

function listOf(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`)];
}
