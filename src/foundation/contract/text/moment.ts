import Type from 'typebox';

const usual = '2026-11-16T05:00:00.000Z';

/** A timestamp in a reply, with its time zone. */
export function moment(description: string, example = usual) {
  return Type.String({ format: 'date-time', description, examples: [example] });
}

export function momentOrNull(description: string, example = usual) {
  return Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description,
    examples: [example],
  });
}
