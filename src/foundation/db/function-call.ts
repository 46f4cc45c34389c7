/** A call of a function of the database, with one value for each of its parameters. */
export interface FunctionCall<Input> {
  /** `name(p_now => $1, …)`, with its first value at the given place of the statement. */
  text(from: number): string;
  values(input: Input): unknown[];
  count: number;
}

/**
 * Statement and values are made from one record, and each value goes by its parameter's name: the order
 * of the record is nobody's concern, and a name that the function does not have is refused at the first
 * use.
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
