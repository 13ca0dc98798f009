// What is said of a list of times.

/** The fastest: a slow start tells what else the machine was doing. */
export function fastest(numbers) {
  return Math.min(...numbers);
}

/** The one in the middle; of an even count, the mean of the two in the middle. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
