/** Where a text is in an object. */
export type TextPlace = readonly (string | number)[];

/** Makes an object of the texts of its own. */
export type Fill = (texts: readonly unknown[]) => object;

/** Makes objects of one with other texts at these places, in their order. */
export function fillOf(object: object, places: readonly TextPlace[]): Fill {
  const root = branchOf(
    object,
    places.map((steps, number) => ({ steps, number })),
  );
  return (texts) => filled(root, texts);
}

/** A map or a list on the way to texts of a member's own. */
interface TextBranch {
  readonly value: object;
  /** What is in it: another one, or the number of a text. */
  readonly inner: readonly (readonly [step: string | number, inner: TextBranch | number])[];
}

interface NumberedText {
  readonly steps: TextPlace;
  readonly number: number;
}

function branchOf(value: object, texts: readonly NumberedText[]): TextBranch {
  const byStep = new Map<string | number, NumberedText[]>();
  for (const { steps, number } of texts) {
    const [step, ...rest] = steps;
    byStep.set(step!, [...(byStep.get(step!) ?? []), { steps: rest, number }]);
  }
  const fields = value as Record<string | number, object>;
  const inner = [...byStep].map(([step, below]) => {
    const [first] = below;
    return [step, first!.steps.length === 0 ? first!.number : branchOf(fields[step]!, below)] as const;
  });
  return { value, inner };
}

/** Key by key: a spread takes ten times as long where so many maps are different. */
function filled({ value, inner }: TextBranch, texts: readonly unknown[]): object {
  let copy: Record<string | number, unknown>;
  if (Array.isArray(value)) {
    copy = value.slice() as unknown as typeof copy;
  } else {
    copy = {};
    for (const key in value) {
      copy[key] = (value as typeof copy)[key];
    }
  }
  for (let i = 0; i < inner.length; i++) {
    const [step, below] = inner[i]!;
    copy[step] = typeof below === 'number' ? texts[below] : filled(below, texts);
  }
  return copy;
}
