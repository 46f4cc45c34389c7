/** A call of a database function, with one value for each parameter. */
interface FunctionCall<Input> {
  /** `name(p_now => $1, …)`, with the first value numbered `from`. */
  text(from: number): string;
  values(input: Input): unknown[];
  count: number;
}

/**
 * Makes the statement and its values from one record and passes each value by parameter name, so the order of
 * the record does not matter, and the first use fails on a name that the function does not have.
 */
export function functionCall<Input>(
  name: string,
  parameters: Readonly<Record<`p_${string}`, (input: Input) => unknown>>,
): FunctionCall<Input> {
  const names = Object.keys(parameters);
  const readers = Object.values(parameters);
  return {
    text: (from) => `${name}(${names.map((own, i) => `${own} => $${from + i}`).join(', ')})`,
    values: (input) => readers.map((read) => read(input)),
    count: names.length,
  };
}
