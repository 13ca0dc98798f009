/** How often polyvirt was asked, and gave upstream's answer. */
export interface Agreement {
  cases: number;
  agree: number;
  /** Of the others, how many were answered with "unknown". */
  unknown?: number;
}

/** By the release that upstream's answers were recorded with, and by question. */
export type PredictionFigures = Record<string, Record<string, Agreement>>;

/** Counts answers, and remembers which case had another one. */
export class Tally {
  public readonly figures: PredictionFigures = {};
  public readonly differing: string[] = [];

  /** One answer: whether it is upstream's, or whether there is none. */
  public count(release: string, question: string, isAgreed: boolean | 'unknown', id: string): void {
    this.figures[release] ??= {};
    this.figures[release][question] ??= { cases: 0, agree: 0 };
    const row = this.figures[release][question];
    row.cases += 1;
    row.agree += isAgreed === true ? 1 : 0;
    if (isAgreed === 'unknown') {
      row.unknown = (row.unknown ?? 0) + 1;
    } else if (!isAgreed) {
      this.differing.push(`${release} ${id}: ${question}`);
    }
  }
}

/** What is worse than recorded. Where there are other cases now, the shares are compared. */
export function fallenPredictions(
  name: string,
  before: PredictionFigures = {},
  after: PredictionFigures = {},
): readonly string[] {
  return Object.entries(before).flatMap(([release, questions]) =>
    Object.entries(questions).flatMap(([question, was]) => {
      const is = after[release]?.[question];
      return is !== undefined && is.agree * was.cases >= was.agree * is.cases
        ? []
        : [
            `${name} ${release}, ${question}: ${is === undefined ? 'no cases' : `${is.agree} of ${is.cases} agree`}, ` +
              `recorded ${was.agree} of ${was.cases}`,
          ];
    }),
  );
}

/** The rows of the page. */
export function predictionRows(name: string, figures: PredictionFigures): readonly string[] {
  return Object.entries(figures).flatMap(([release, questions]) =>
    Object.entries(questions).map(
      ([question, { cases, agree, unknown = 0 }]) =>
        `| ${name} | ${release} | ${question} | ${cases} | ${agree} | ${unknown} | ${cases - agree - unknown} |`,
    ),
  );
}
