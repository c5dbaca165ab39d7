/**
 * The page's own name in the title of its window, beside which the site's often stands: "Install | Foo", "Foo - Install". A
 * dash may also be part of the name; the page's headings and what it says of its site decide. Pure, in linear time.
 */

const separators = ['|', '·', '»', '::', '-', '–', '—'].map((mark) => ` ${mark} `);

/** After these nothing but the site's name stands. */
const siteMark = / (?:[|·»]|::) .*$/;

/** `siteName`: empty if unknown. */
export function pageNameIn(title: string, headings: readonly string[], siteName: string): string {
  const own = headings.filter((heading) => heading !== siteName);
  const named = own.find((heading) => heading === title || besideIn(title, heading) !== undefined);
  return named ?? besideIn(title, siteName) ?? title.replace(siteMark, '');
}

/** What stands on the other side of a separator. undefined: the title neither begins nor ends with this name. */
function besideIn(title: string, name: string): string | undefined {
  for (const separator of separators) {
    if (title.endsWith(separator + name)) return title.slice(0, -(separator + name).length);
    if (title.startsWith(name + separator)) return title.slice((name + separator).length);
  }
  return undefined;
}
