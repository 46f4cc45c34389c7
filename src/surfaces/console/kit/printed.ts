import Type from 'typebox';

/** An instant, as the console's API reads and writes it. */
export const time = Type.String({ format: 'date-time' });

/** An amount, in print. */
export const money = Type.String({ description: 'With four decimals.', examples: ['0.0450'] });
