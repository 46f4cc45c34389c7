import type { Section } from './section.ts';
import { assignmentsSection } from './sections/assignments-section.ts';
import { bankSection } from './sections/bank-section.ts';
import { invoicesSection } from './sections/invoices-section.ts';
import { limitsSection } from './sections/limits-section.ts';
import { operatorSection } from './sections/operator-section.ts';
import { paymentsSection } from './sections/payments-section.ts';
import { peopleSection } from './sections/people-section.ts';
import { plansSection } from './sections/plans-section.ts';
import { productsSection } from './sections/products-section.ts';
import { providersSection } from './sections/providers-section.ts';
import { routesSection } from './sections/routes-section.ts';
import { templatesSection } from './sections/templates-section.ts';

/**
 * The sections of the file, in the order in which they are written: a route and the terms of payments need their providers. They are removed
 * in the opposite order.
 */
export const sections = {
  operator: operatorSection,
  limits: limitsSection,
  products: productsSection,
  plans: plansSection,
  providers: providersSection,
  payments: paymentsSection,
  bank: bankSection,
  invoices: invoicesSection,
  templates: templatesSection,
  assignments: assignmentsSection,
  routes: routesSection,
  people: peopleSection,
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];

/** What `locked` can name: a section, or one field of it. */
export const lockNames: readonly string[] = sectionNames.flatMap((name) => [
  name,
  ...Object.keys(sections[name].lockable).map((field) => `${name}.${field}`),
]);

/** The locks as the database keeps them: by section true, or the columns. */
export function locksOf(locked: readonly string[]): Record<string, true | string[]> {
  const locks: Record<string, true | string[]> = {};
  for (const lock of locked) {
    const [name, field] = lock.split('.') as [SectionName, string | undefined];
    if (field === undefined) locks[name] = true;
    const lockable: Readonly<Record<string, string>> = sections[name].lockable;
    const column = lockable[field ?? ''];
    if (column !== undefined && locks[name] !== true) {
      locks[name] = [...(locks[name] ?? []), column];
    }
  }
  return locks;
}

/** The same locks by the names of the file. */
export function lockNamesOf(locks: Readonly<Record<string, true | readonly string[]>>): string[] {
  return Object.entries(locks).flatMap(([name, lock]) => {
    if (lock === true) return [name];
    const lockable: Readonly<Record<string, string>> =
      sections[name as SectionName]?.lockable ?? {};
    const fields = Object.keys(lockable).filter((field) => lock.includes(lockable[field] ?? ''));
    return fields.map((field) => `${name}.${field}`);
  });
}
