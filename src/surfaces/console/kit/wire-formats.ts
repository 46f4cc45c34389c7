import Type from 'typebox';

/** A timestamp in the console's API. */
export const time = Type.String({ format: 'date-time' });

/** A formatted amount. */
export const money = Type.String({
  pattern: '^-?[0-9]{1,15}[.][0-9]{4}$',
  description: 'With four decimals.',
  examples: ['0.0450'],
});

/** The state that a stream announced, for a page that is read because of it. */
export const seen = Type.String({ maxLength: 64 });
