import { jsonText } from '../../escape/formats';
import { placeHtml } from '../../scheduling/page';
import { placeSvg } from '../../scheduling/picture';
import type { PlaceReport } from '../../scheduling/report';
import { placeMarkdown, placeText } from '../../scheduling/report-text';

/** A report, and what it is about. */
export interface TitledReport {
  readonly title: string;
  readonly report: PlaceReport;
}

/** How places can be written. */
export const PLACE_FORMATS = ['text', 'markdown', 'json', 'svg', 'html'] as const;

export type PlaceFormat = (typeof PLACE_FORMATS)[number];

/** All reports in one format. */
export function renderPlaces(places: readonly TitledReport[], format: PlaceFormat): string {
  switch (format) {
    case 'json':
      return places.map(({ title, report }) => `${jsonText({ cluster: title, ...report })}\n`).join('');
    case 'markdown':
      return places.map(({ title, report }) => placeMarkdown(report, title)).join('\n');
    case 'svg':
      return places.map(({ title, report }) => placeSvg(report, title)).join('\n');
    case 'html':
      return placeHtml(places);
    default:
      return places.map(({ title, report }) => placeText(report, title)).join('\n');
  }
}
