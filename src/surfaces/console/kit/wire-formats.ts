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

/** An ID from the address of a page: one of a wrong form is not found, just like an unknown one. */
export const idAsked = Type.String({ examples: ['01993f3e-7c11-7cc2-9e4b-3b1f2a6d9d10'] });
