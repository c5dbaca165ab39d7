/** The page with a whole report: a link that only this bot can make, and what a browser gets that opens it. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import type { HashPerson } from '../../kit/sql/person-hash.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import { toHtml } from '../core/insight/html-report.ts';
import { openWholeReport, type ReportTicket, type WholeReportOptions } from '../core/reports/whole-report.ts';
import { Sealer } from '../store/installations/sealer.ts';

export const reportPath = '/report';

export interface ReportPageOptions extends WholeReportOptions {
  /** Where browsers reach this process. */
  readonly url: string;
  /** Its key is in the database, so that each copy can open a link that another one made. */
  readonly hashPerson: HashPerson;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ReportPage {
  linkToReport(ticket: ReportTicket): string;
  /** Never fails. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};
const over =
  '<!doctype html><meta charset="utf-8"><p>This link no longer works. Type /docs-report for a new one.</p>\n';
const purpose = 'report link';

export function createReportPage(options: ReportPageOptions): ReportPage {
  const sealer = new Sealer([createHash('sha256').update(options.hashPerson(purpose)).digest('base64')]);

  async function pageFor(sealed: string): Promise<string | undefined> {
    const opened = sealer.open(sealed, purpose);
    if (!opened) return undefined;
    // Only this bot can have sealed it.
    const ticket: ReportTicket = JSON.parse(opened.text);
    const report = await openWholeReport(ticket, options.clock.now(), options);
    return report && toHtml(report);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sealed = new URL(request.url ?? '', 'http://docent').searchParams.get('for') ?? '';
    try {
      const page = await pageFor(sealed);
      response.writeHead(page === undefined ? 404 : 200, headers).end(page ?? over);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      options.logger.warn({ err: error }, 'report page not written');
      response.writeHead(503, headers).end();
    }
  }

  return {
    linkToReport: (ticket) => `${options.url}${reportPath}?for=${sealer.seal(JSON.stringify(ticket), purpose)}`,
    listener: (request, response) => void answer(request, response),
  };
}
