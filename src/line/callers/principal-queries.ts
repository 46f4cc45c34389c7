import { BlockList } from 'node:net';
import type { Pool } from 'pg';
import {
  calledProducts,
  type KeyScope,
  type Mode,
  type Product,
  products,
} from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { isOwnProduct, ownScopes } from '../../foundation/db/product-queries.ts';
import type { Money } from '../../foundation/money.ts';
import { readTemplate, type Template } from '../../products/messages/template.ts';
import type { Route, Routes } from '../../vendors/providers/route.ts';
import { type LimitSettings, numberLimitsOf } from '../limits/limits.ts';
import type { Principal, ProductTerms } from './principal.ts';

interface PrincipalRow {
  accountId: number;
  keyId: number;
  mode: Mode;
  accountVersion: number;
  platformVersion: number;
  state: string;
  productsOff: string[];
  redirectOrigins: string[] | null;
  nationalIdCheck: boolean | null;
  keepsCode: boolean;
  scopes: KeyScope[];
  addresses: string[] | null;
  expiresAt: Date | null;
  isRevoked: boolean;
  perSecond: number | null;
  keyCap: Money | null;
  limits: LimitSettings | null;
  isOperatorNamed: boolean;
  terms: StoredTerms[];
  templates: AssignedTemplate[] | null;
  routes: Route[] | null;
}

interface StoredTerms {
  product: Product;
  unitPrice: string;
  accountPrice: string | null;
  perPart: boolean;
  isOn: boolean;
}

/** A product without a row is off: servers of an older version still run, which do not know it. */
const notYet = { unitPrice: '0', accountPrice: null, perPart: false, isOn: false };

/** A template with its assignment; the most specific assignment comes first. */
interface AssignedTemplate extends Pick<Template, 'templateId' | 'text' | 'forms'> {
  product: Product;
  language: Language | null;
}

/** Everything about a key in one read. Amounts pass through JSON as text, so that none is rounded. */
const principalSql = `
  select k.account_id as "accountId", k.key_id as "keyId", k.mode, a.version as "accountVersion",
    p.version as "platformVersion", a.state, a.products_off as "productsOff",
    a.redirect_origins as "redirectOrigins", a.national_id_check as "nationalIdCheck",
    a.keeps_code as "keepsCode",
    ${ownScopes} as scopes, k.addresses::text[] as addresses, k.expires_at as "expiresAt",
    k.revoked_at is not null as "isRevoked", k.per_second as "perSecond",
    k.spend_cap_day as "keyCap",
    exists (select from operator_particulars) as "isOperatorNamed",
    (
      select json_build_object(
        'perNumber', coalesce(l.per_number, d.per_number),
        'codePerMinute', coalesce(l.code_per_minute, d.code_per_minute),
        'codePerHour', coalesce(l.code_per_hour, d.code_per_hour),
        'codePerDay', coalesce(l.code_per_day, d.code_per_day),
        'noticePerDay', coalesce(l.notice_per_day, d.notice_per_day),
        'regions', coalesce(l.regions, d.regions), 'spendCapDay', l.spend_cap_day::text
      )
      from default_limits d
      left join limits l on l.account_id = k.account_id and l.mode = d.mode
      where d.mode = k.mode
    ) as limits,
    (
      select json_agg(json_build_object(
        'product', d.product, 'unitPrice', d.unit_price::text,
        'accountPrice', ap.unit_price::text, 'perPart', d.per_part, 'isOn', d.is_on
      ))
      from products d
      left join account_prices ap on ap.account_id = k.account_id and ap.product = d.product
      where ${isOwnProduct('d.product')}
    ) as terms,
    (
      select json_agg(
        json_build_object(
          'product', s.product, 'language', s.language, 'templateId', t.template_id,
          'text', t.text, 'forms', t.provider_forms
        )
        order by s.account_id nulls last, s.language nulls last
      )
      from template_assignments s
      join templates t on t.template_id = s.template_id
      where (s.account_id is null or s.account_id = k.account_id) and ${isOwnProduct('s.product')}
    ) as templates,
    (
      select json_agg(
        json_build_object('product', r.product, 'region', r.region, 'providers', r.providers)
        order by r.account_id nulls last, r.region nulls last
      )
      from routes r
      where (r.account_id is null or r.account_id = k.account_id) and ${isOwnProduct('r.product')}
    ) as routes
  from keys k
  join accounts a on a.account_id = k.account_id
  cross join platform p`;

export async function loadPrincipal(pool: Pool, keyHash: Buffer): Promise<Principal | undefined> {
  const { rows } = await pool.query<PrincipalRow>({
    name: 'load_principal',
    text: `${principalSql} where k.key_hash = $1`,
    values: [keyHash],
  });
  return rows[0] && fromRowPrincipal(rows[0]);
}

/** Loads a key by its id, for calls that the platform makes for an account without knowing the secret. */
export async function loadPrincipalOfKey(
  pool: Pool,
  accountId: number,
  keyId: number,
): Promise<Principal | undefined> {
  const { rows } = await pool.query<PrincipalRow>({
    name: 'load_principal_of_key',
    text: `${principalSql} where k.account_id = $1 and k.key_id = $2`,
    values: [accountId, keyId],
  });
  return rows[0] && fromRowPrincipal(rows[0]);
}

function fromRowPrincipal(row: PrincipalRow): Principal {
  const limits = row.limits && {
    ...row.limits,
    spendCapDay: row.limits.spendCapDay === null ? null : BigInt(row.limits.spendCapDay),
  };
  const terms = products.map((product): [Product, ProductTerms] => {
    const term = row.terms.find((stored) => stored.product === product) ?? notYet;
    const own = {
      isOn: term.isOn && !row.productsOff.includes(product),
      price: {
        defaultPrice: BigInt(term.unitPrice),
        accountPrice: term.accountPrice === null ? null : BigInt(term.accountPrice),
        perPart: term.perPart,
      },
      templates: templatesOf(row.templates ?? [], product),
      numberLimits: numberLimitsOf(limits, row.mode, product),
    };
    return [product, own];
  });
  return {
    accountId: row.accountId,
    keyId: row.keyId,
    mode: row.mode,
    accountVersion: row.accountVersion,
    platformVersion: row.platformVersion,
    isSuspended: row.state !== 'active',
    scopes: row.scopes,
    addresses: row.addresses && blockListOf(row.addresses),
    expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    isRevoked: row.isRevoked,
    perSecond: row.perSecond,
    keyCap: row.keyCap,
    limits,
    redirectOrigins: row.redirectOrigins,
    nationalIdCheck: row.nationalIdCheck,
    keepsCode: row.keepsCode,
    isOperatorNamed: row.isOperatorNamed,
    products: Object.fromEntries(terms) as Record<Product, ProductTerms>,
    // Test keys always use the sandbox, whatever the live routes are.
    routes: row.mode === 'test' ? sandboxRoutes : (row.routes ?? []),
  };
}

function templatesOf(assigned: readonly AssignedTemplate[], ofProduct: Product) {
  const pick = (asked: Language) => {
    const found = assigned.find(
      ({ product, language }) => product === ofProduct && (language ?? asked) === asked,
    );
    if (!found) return null;
    const { templateId, text, forms } = found;
    return readTemplate({ templateId, text, forms });
  };
  return { en: pick('en'), zh: pick('zh') };
}

const sandboxRoutes: Routes = calledProducts.map((product) => ({
  product,
  region: null,
  providers: [{ code: 'sandbox' }],
}));

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits || (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
