import Type from 'typebox';

/** The settings of mail and of notices to the operator. */
export const mailSettings = {
  SMTP_URL: Type.Optional(
    Type.String({
      format: 'smtp-url',
      secret: true,
      description:
        'SMTP server that sends mail, such as smtp://user:password@mail.example.com:587 (STARTTLS, ' +
        'required with a login) or smtps://…:465. Without it, no mail is sent.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({ format: 'email', description: 'Sender of mail; required with SMTP_URL.' }),
  ),
  MAIL_PER_MINUTE: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 600,
    description:
      'Most mails to customers a minute, over all servers: low balances and monthly statements.',
  }),
  NOTICE_TO: Type.Array(Type.String({ format: 'email' }), {
    default: [],
    description:
      'Who is notified by mail of problems of the platform, such as a failing provider or an old ' +
      'backup: email addresses, separated by commas.',
  }),
  NOTICE_URL: Type.Optional(
    Type.String({
      format: 'base-url',
      description: 'URL that the same notices are posted to, as signed JSON.',
    }),
  ),
  NOTICE_SECRET: Type.Optional(
    Type.String({
      format: 'webhook-secret',
      secret: true,
      description:
        'Secret that signs notices to NOTICE_URL as deliveries of webhooks are signed; required ' +
        'with NOTICE_URL.',
    }),
  ),
};
