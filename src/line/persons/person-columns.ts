/**
 * Columns that say something about a person and stay after an erasure, each with the reason. Certificates name
 * these reasons in words.
 */
export const keptColumns: Readonly<Record<string, string>> = {
  // A vendor's ID of a message names the message, not the person, and its bill is compared by it.
  'calls.provider_ref': 'vendor_ids',
  'provider_refs.provider_ref': 'vendor_ids',
  'payment_refunds.refund_ref': 'vendor_ids',
  'early_receipts.provider_ref': 'vendor_ids',
  // A repeated request must not be charged again; the keys are deleted after IDEMPOTENCY_DAYS.
  'idempotency_keys.key_hash': 'idempotency',
  'idempotency_keys.reply': 'idempotency',
  // Proof of what the person agreed to, without the person.
  'checks.consents': 'consents',
  'checks.consent_version': 'consents',
  'checks.language': 'consents',
  'checks.begun_on': 'consents',
  // Hashes of random secrets, by which the caller and the page still find the result.
  'checks.token_hash': 'books',
  'checks.link_hash': 'books',
  // The answer of the vendor is the proof of the erasure.
  'check_sessions.erase_answer': 'erasure',
  'erasures.reference': 'erasure',
  'erasures.subject_hash': 'erasure',
  // What operators typed as a reason or a reference: the ledger and the audit log never change.
  'account_closures.reason': 'operator_texts',
  'bank_lines.reason': 'operator_texts',
  'fapiao_requests.reason': 'operator_texts',
  'manual_entries.reason': 'operator_texts',
  'payment_refunds.reason': 'operator_texts',
  'unknown_payments.reason': 'operator_texts',
  'manual_entries.reference': 'operator_texts',
  'audit_entries.subject_key': 'operator_texts',
  'audit_entries.before': 'operator_texts',
  'audit_entries.after': 'operator_texts',
  // Ten thousand numbers share a prefix.
  'prefix_hours.prefix': 'books',
  'closed_prefixes.prefix': 'books',
};

/** Columns that say nothing about a person who is checked or texted, by table. */
export const otherColumns: Readonly<Record<string, string>> = {
  account_logos: 'media_type image dark_media_type dark_image',
  account_prices: 'product',
  accounts:
    'name state products_off redirect_origins display_name colour other_way_url ' +
    'other_way_phone language',
  attempts: 'provider_code outcome reason vendor_code',
  audit_entries: 'actor action subject hash',
  audit_notes: 'action subject subject_key before after',
  // Who paid the operator: a customer, not somebody who is checked or texted.
  bank_lines: 'fingerprint currency sealed_details state provider_code cleared_currency',
  // The card's brand and last four digits, as its owner knows it.
  auto_topups: 'provider_code saved_ref saved_title stopped',
  // The operator's own account.
  bank_payee: 'details',
  // The account's own, erased with it.
  billing_details: 'name address country vat_id',
  call_costs: 'provider_code source',
  balance_notices: 'kind',
  // The caller's own ID of the request's trace.
  call_traces: 'trace',
  call_facets: 'mode product provider_code result stage reason',
  counters: 'kind',
  calls: 'mode product price_source template_id provider_code',
  cell_move: 'role step target',
  cell_signing_key: 'key_id public_key sealed_private_key',
  check_sessions: 'provider_code state reason vendor_code',
  checks: 'mode provider_code end_reason reason',
  closed_prefixes: 'mode reason',
  closing_products: 'mode product',
  closings: 'mode',
  connected_subjects: 'subject',
  console_sessions:
    'token_hash stage address agent challenge challenge_for pending_totp from_subject',
  data_key_servers: 'key_ids sealing_key',
  data_keys: 'key_id',
  default_limits: 'mode regions',
  deliveries: 'state last_problem',
  delivery_attempts: 'problem',
  early_receipts: 'provider_code',
  endpoint_steps: 'last_problem',
  endpoints: 'mode url events description disabled_because sealed_secret sealed_old_secret',
  erasures: 'kind asked_by erased vendors',
  events: 'mode type subject',
  exclusive_work: 'name',
  idempotency_keys: 'mode operation language',
  invitations: 'token_hash role email invited_by',
  // What customers had made out to themselves; tax law wants those that were issued.
  fapiao_numbers: 'fapiao_number fapiao_code',
  fapiao_requests:
    'state kind title tax_number address phone bank bank_account email remark currency ' +
    'fapiao_code fapiao_number file',
  invoice_settings: 'invoice_pattern credit_note_pattern seller_address seller_tax_id',
  // Tax law wants invoices for years, with the buyer that they name: a customer, nobody who is checked or texted.
  invoices_due: 'fault',
  invoices: 'kind number seller buyer currency vat_kind note',
  job_runs: 'job failure',
  // The address of a customer's server.
  key_uses: 'address',
  keys: 'mode name key_hash last_four scopes',
  ledger_closed: 'currency time_zone',
  limits: 'mode regions',
  mails: 'kind topic state fault',
  manual_entries: 'mode kind',
  members: 'role',
  notices: 'channel kind subject text_en text_zh',
  number_windows: 'mode product',
  operator_particulars: 'legal_name_en legal_name_zh contact privacy_url',
  operators: 'role',
  passkeys: 'credential_id name public_key transports',
  // Who paid is known to the vendor alone; the page and the reference are the customer's own.
  payment_contacts: 'what detail',
  payment_differences: 'cause',
  payment_lists: 'provider_code',
  payment_refunds: 'state detail',
  payment_reports: 'state currency',
  payment_terms: 'provider_code method charged_currency',
  payments:
    'mode provider_code method currency reference return_url title language claim_hash state ' +
    'detail vendor_ref show payment_ref saved_ref charged_currency',
  people: 'name email password_hash language oidc_subject totp_secret',
  // It names operators, and no person who is checked or texted.
  platform_versions: 'hash file locks secrets applied_by',
  planned_prices: 'product set_by',
  platform: 'key_check fingerprint_key',
  prefix_hours: 'mode',
  price_history: 'product set_by',
  products: 'product',
  provider_links: 'provider_code fault',
  provider_refs: 'provider_code',
  provider_runs: 'provider_code recent reason',
  provider_turns: 'provider_code',
  providers: 'provider_code kind vendor_code sealed_config callback_hash particulars costs',
  receipts: 'provider_code vendor_code reason',
  recovery_codes: 'code_hash',
  refused_calls: 'mode product reason policy',
  reseals: 'sealed_column key_id last_row',
  routes: 'product region providers',
  sandbox_messages: 'scripts',
  sandbox_payments: 'order_no currency title return_url state refund_nos',
  sandbox_sessions: 'session_ref secret_hash script outcome reason return_url',
  // A vendor's name of a saved card, until the vendor has removed it.
  saved_methods: 'provider_code saved_ref detail',
  schema_functions: 'checksum',
  schema_migrations: 'name checksum',
  schema_signatures: 'signature',
  sign_in_tries: 'try_key',
  spend_days: 'mode',
  // What is exported names no person; the one that a search was for is a hash.
  tasks: 'actor kind params state position failure file_name media_type',
  template_assignments: 'product language template_id',
  templates: 'template_id product text provider_forms',
  transfers: 'mode',
  // Of a vendor's list, which names no payer.
  unknown_payments: 'provider_code payment_ref order_no currency',
  unresolved_calls: 'reason lane review_reason',
  usage_days: 'mode product',
  vat_rules: 'country note',
  verification_days: 'mode',
  verifications: 'mode purpose state',
  wallets: 'mode',
};
