import Type from 'typebox';

/** The settings of scheduled backups. */
export const backupSettings = {
  BACKUP_DIR: Type.Optional(
    Type.String({
      description:
        'Directory for daily backups. A server with this setting makes them; of several such servers, ' +
        'one makes each backup, in its own directory. Without it, there are no scheduled backups.',
    }),
  ),
  BACKUP_AT: Type.String({
    format: 'time-of-day',
    default: '03:00',
    description: 'Time of the daily backup, in TIME_ZONE. A quiet hour is best.',
  }),
  BACKUP_KEEP: Type.String({
    format: 'backup-keep',
    default: '7d 4w 12m',
    description:
      'How many backups to keep in BACKUP_DIR: the last one of each of the last 7 days, 4 weeks and ' +
      '12 months that have one. Nothing is removed before a newer backup is proved.',
  }),
  BACKUP_PUBLIC_KEY: Type.Array(Type.String({ format: 'age-public-key' }), {
    default: [],
    description:
      'Public keys that backups are encrypted to, separated by commas (backup key makes a pair). ' +
      'Without one, backups are not encrypted.',
  }),
};
