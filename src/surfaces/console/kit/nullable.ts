import Type, { type TSchema } from 'typebox';
import { formatMoney, type Money } from '../../../foundation/money.ts';

/** A value that may be missing; it is then null instead of being left out. */
export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** Formats an amount; null stays null. */
export const nullableMoney = (amount: Money | null) =>
  amount === null ? null : formatMoney(amount);
