/** Settings that depend on each other. */
interface Groups {
  PUBLIC_URL?: string;
  API_URL?: string;
  PERSON_URL?: string;
  DATA_KEY?: string;
  DATA_KEY_COMMAND?: string;
  OIDC_ISSUER?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  OIDC_CLIENT_SECRET_FILE?: string;
  SMTP_URL?: string;
  MAIL_FROM?: string;
  NOTICE_TO?: string[];
  NOTICE_URL?: string;
  NOTICE_SECRET?: string;
}

export function groupFaults(values: Groups): string[] {
  return [
    ...oidcFaults(values),
    ...personUrlFaults(values),
    ...dataKeyFaults(values),
    ...noticeFaults(values),
  ];
}

/** The settings of an identity provider must be given all together or not at all. */
function oidcFaults(values: Groups): string[] {
  if (values.OIDC_ISSUER === undefined) return [];
  const faults: string[] = [];
  if (values.OIDC_CLIENT_ID === undefined)
    faults.push('OIDC_CLIENT_ID is required with OIDC_ISSUER');
  if (values.OIDC_CLIENT_SECRET === undefined && values.OIDC_CLIENT_SECRET_FILE === undefined) {
    faults.push('OIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE is required with OIDC_ISSUER');
  }
  return faults;
}

function dataKeyFaults({ DATA_KEY, DATA_KEY_COMMAND }: Groups): string[] {
  if (DATA_KEY === undefined || DATA_KEY_COMMAND === undefined) return [];
  return ['DATA_KEY and DATA_KEY_COMMAND must not be set together'];
}

/** A notice that cannot be sent would be missed only when it matters. */
function noticeFaults(values: Groups): string[] {
  const faults: string[] = [];
  if (values.SMTP_URL && !values.MAIL_FROM) faults.push('MAIL_FROM is required with SMTP_URL');
  if (values.NOTICE_TO?.length && !values.SMTP_URL)
    faults.push('SMTP_URL is required with NOTICE_TO');
  if (values.NOTICE_URL && !values.NOTICE_SECRET) {
    faults.push('NOTICE_SECRET is required with NOTICE_URL');
  }
  return faults;
}

/** Cookies ignore ports, so the URLs must differ in the name of their host. */
function personUrlFaults({ PERSON_URL, PUBLIC_URL, API_URL }: Groups): string[] {
  const person = URL.parse(PERSON_URL ?? '');
  if (!person) return [];
  if (!URL.canParse(PUBLIC_URL ?? '')) return ['PUBLIC_URL is required with PERSON_URL'];
  return Object.entries({ PUBLIC_URL, API_URL })
    .filter(([, url]) => URL.parse(url ?? '')?.hostname === person.hostname)
    .map(([name]) => `PERSON_URL must have another host than ${name} (${person.hostname})`);
}

/** Settings that limit each other. */
const bounds = [
  { name: 'CALL_DEADLINE_MS', than: 'PROVIDER_TIMEOUT_MS', least: 1, words: 'more than' },
  // The reply to a repeat is rebuilt from the message's content.
  { name: 'MESSAGE_CONTENT_DAYS', than: 'IDEMPOTENCY_DAYS', least: 0, words: 'no less than' },
] as const;

export function faultsBetween(
  values: Readonly<Record<string, unknown>>,
  faults: readonly string[],
): string[] {
  return bounds.flatMap(({ name, than, least, words }) => {
    // If either of the two already has a fault, comparing them would only repeat it.
    if (faults.some((fault) => fault.startsWith(`${name} `) || fault.startsWith(`${than} `))) {
      return [];
    }
    if (Number(values[name]) >= Number(values[than]) + least) return [];
    return [
      `${name} is "${values[name]}", which is not allowed: ` +
        `it must be ${words} ${than} (${values[than]})`,
    ];
  });
}
