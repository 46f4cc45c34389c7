import Type from 'typebox';
import type { ConsoleContext } from '../kit/console-route.ts';

export const ProviderTitles = Type.Record(Type.String(), Type.String(), {
  description: 'The names of the providers of payments in the language of the viewer, by code.',
});

/** A name that several providers have is followed by the code. */
export function providerTitles({
  registry,
  language,
}: Pick<ConsoleContext, 'language'> & {
  registry: Pick<ConsoleContext['registry'], 'payment'>;
}): Record<string, string> {
  const providers = [...registry.payment.values()].sort((one, other) =>
    one.code < other.code ? -1 : 1,
  );
  const titles = providers.map(({ title }) => title[language]);
  return Object.fromEntries(
    providers.map(({ code }, at) => {
      const title = titles[at] ?? code;
      const isShared = titles.filter((each) => each === title).length > 1;
      return [code, isShared ? `${title} (${code})` : title];
    }),
  );
}
