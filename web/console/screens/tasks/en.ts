export const en = {
  title: 'Tasks',
  aside_one: 'Exports and other long work, kept for {count} day',
  aside_other: 'Exports and other long work, kept for {count} days',
  table: 'Tasks, newest first',
  task: 'Task',
  state: 'Status',
  progress: 'Progress',
  by: 'Started by',
  started: 'Started',
  size: 'Size',
  actions: 'Actions',
  cancel: 'Cancel',
  download: 'Download',
  none_operator:
    'No tasks yet. Exports, replays and what-ifs over a month run here. You can leave and come back.',
  none_customer: 'No tasks yet. Exports and webhook replays run here. You can leave and come back.',
  exportCalls: 'Go to calls',
};
