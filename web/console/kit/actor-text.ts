import { platformActorName } from '../../../src/foundation/audit/platform-actors.ts';
import type { ActorName } from '../../../src/surfaces/console/kit/actor-name.ts';
import type { Language } from '../client/language.ts';

/** The name of a person, key or role; a part of the platform by what it does. */
export const actorText = ({ kind, name }: ActorName, language: Language): string =>
  kind === 'platform' ? platformActorName(name)[language] : name;
