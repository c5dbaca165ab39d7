/**
 * Takes the picture of a report for the docs: `node test/e2e/report-picture.ts`. In: a made-up month of 2,000
 * questions. Out: docs/images/report.png, the upper part of the HTML report.
 */
import { join } from 'node:path';
import { toHtml } from '../../src/bot/core/insight/html-report.ts';
import { toReport } from '../../src/bot/core/insight/report.ts';
import { busyMonth } from '../bot/core/insight/busy-month.ts';
import { monthBegins, monthEnds } from '../bot/core/insight/month.ts';
import { openCamera } from './camera.ts';

const { browser, page } = await openCamera(1_400);
await page.setViewportSize({ width: 1_150, height: 1_000 });
await page.setContent(toHtml(toReport(busyMonth(2_000), monthBegins, monthEnds)));
// Down to the end of the topics.
const topics = await page.locator('table').nth(1).boundingBox();
const clip = { x: 0, y: 0, width: 1_150, height: (topics?.y ?? 0) + (topics?.height ?? 0) + 24 };
await page.screenshot({ path: join(import.meta.dirname, '../../docs/images/report.png'), fullPage: true, clip });
await browser.close();
