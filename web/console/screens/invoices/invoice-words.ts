import { defineWords } from '../../client/words.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const useInvoiceWords = defineWords('invoices', { en, zh });
