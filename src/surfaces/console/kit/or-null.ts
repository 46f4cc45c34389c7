import Type, { type TSchema } from 'typebox';
import { formatMoney, type Money } from '../../../foundation/money.ts';

/** What may be missing, and then is null rather than left out. */
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** An amount in print; null stays null. */
export const moneyOrNull = (amount: Money | null) => (amount === null ? null : formatMoney(amount));
