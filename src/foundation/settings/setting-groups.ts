/** Settings that depend on each other. */
interface Groups {
  PUBLIC_URL?: string;
  PERSON_URL?: string;
  OIDC_ISSUER?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  OIDC_CLIENT_SECRET_FILE?: string;
}

export function groupFaults(values: Groups): string[] {
  return [...oidcFaults(values), ...personUrlFaults(values)];
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

/** Cookies ignore ports, so the two URLs must differ in the name of their host. */
function personUrlFaults({ PERSON_URL, PUBLIC_URL }: Groups): string[] {
  const [person, platform] = [URL.parse(PERSON_URL ?? ''), URL.parse(PUBLIC_URL ?? '')];
  if (!person) return [];
  if (!platform) return ['PUBLIC_URL is required with PERSON_URL'];
  if (person.hostname !== platform.hostname) return [];
  return [`PERSON_URL must have another host than PUBLIC_URL (${platform.hostname})`];
}
