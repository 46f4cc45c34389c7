export type StatusTone = 'good' | 'bad' | 'refused' | 'unknown' | 'sent' | 'pending' | 'off';
