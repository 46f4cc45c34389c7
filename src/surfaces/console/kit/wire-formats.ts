import Type from 'typebox';

/** A timestamp in the console's API. */
export const time = Type.String({ format: 'date-time' });

/** A formatted amount. */
export const money = Type.String({ description: 'With four decimals.', examples: ['0.0450'] });
