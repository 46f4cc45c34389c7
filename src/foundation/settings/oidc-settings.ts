import Type from 'typebox';

/** The settings of an identity provider. */
export const oidcSettings = {
  OIDC_ISSUER: Type.Optional(
    Type.String({
      format: 'base-url',
      description:
        'Issuer of the OpenID Connect identity provider that people can use to sign in to the ' +
        'console besides their password. Its redirect URI is PUBLIC_URL followed by ' +
        '/console/api/session/oidc/callback. Plain http is accepted only on this machine.',
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    Type.String({ description: 'Client ID of the platform at the identity provider.' }),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({
      secret: true,
      description: 'Client secret of the platform at the identity provider.',
    }),
  ),
  OIDC_CLIENT_SECRET_FILE: Type.Optional(
    Type.String({ description: 'File that contains OIDC_CLIENT_SECRET; use one or the other.' }),
  ),
  OIDC_NAME: Type.String({
    default: 'SSO',
    description: 'Name of the identity provider on the sign-in page.',
  }),
  OIDC_TRUST_MFA: Type.Boolean({
    default: false,
    description: 'Whether a second factor that the identity provider has checked also counts here.',
  }),
};
