import Type from 'typebox';

/** A timestamp in the console's API. */
export const time = Type.String({ format: 'date-time' });

/** A formatted amount. */
export const money = Type.String({
  pattern: '^-?[0-9]{1,15}[.][0-9]{4}$',
  description: 'With four decimals.',
  examples: ['0.0450'],
});
