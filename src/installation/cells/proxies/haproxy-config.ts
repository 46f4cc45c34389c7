import { numberForm, type ProxyPlan, secretForm } from './plan-proxy.ts';
import { unreachableBody, unreachableRetrySeconds } from './unreachable-reply.ts';

const link = `{ path -m reg ^/v/${numberForm}_${secretForm}(/|$) }`;
const callback = `{ path -m reg ^/callbacks/${numberForm}_${secretForm}$ }`;
const key = `{ req.hdr(x-api-key) -m reg ^cs_(test|live)_${numberForm}_ }`;

/** A configuration of HAProxy: /etc/haproxy/haproxy.cfg. */
export function haproxyConfig(plan: ProxyPlan): string {
  return `# HAProxy in front of all cells. Place it in /etc/haproxy/haproxy.cfg, and set TRUST_PROXY of every
# server to the address of this HAProxy.
global
    log /dev/log local0
    ssl-default-bind-options ssl-min-ver TLSv1.2

defaults
    mode http
    log global
    option httplog
    timeout connect 5s
    timeout client 60s
    # Longer than CALL_DEADLINE_MS (30 s) and the 2 s after it.
    timeout server 60s
    # A server waits up to 1 s for its database before it says that it is not ready.
    timeout check 2s
    timeout http-keep-alive 60s
    # A request that reached a server is never repeated at another one.
    retry-on conn-failure
    # When no server answers, callers get the form that they know.
${[502, 503, 504].map((status) => httpError(status, plan)).join('\n')}

frontend https
    bind :443 ssl crt /etc/ssl/countersign/both.pem
    # Links and callback URLs are secrets: who reads them in a log can use them.
    http-request set-log-level silent if { path_reg /(callbacks|v)/ }
    # Callbacks of vendors have up to 1 MB; the servers themselves limit everything else.
    http-request deny deny_status 413 if { req.hdr_val(content-length) gt 1048576 }
    http-request set-var(txn.host) req.hdr(host),field(1,:),lower

    # The pages of each cell.
${siteRules(plan).join('\n')}

    # All else, on the public address: by link or callback URL, or else by key.
    http-request set-var(txn.number) req.hdr(x-api-key),field(3,_) if !{ var(txn.cell) -m found } ${key}
    http-request set-var(txn.number) path,field(3,/),field(1,_) if !{ var(txn.cell) -m found } ${callback}
    http-request set-var(txn.link) path,field(3,/),field(1,_) if !{ var(txn.cell) -m found } ${link}
    # Links open at the address of their cell.
${pageRules(plan).join('\n')}
    http-request set-var(txn.cell) var(txn.number) if !{ var(txn.cell) -m found } { var(txn.number) -m found }
    option forwardfor
    # Replies of the servers pass as they are; our own have the status that their body names.
    http-response set-var(txn.answered) bool(true)
    http-after-response set-status 503 if { status 502 504 } !{ var(txn.answered) -m bool }
    use_backend countersign_%[var(txn.cell)] if { var(txn.cell) -m found }
    # A request without a number, and one with the number of no cell.
    default_backend countersign_${plan.unnumbered}

${plan.cells.map(({ cell, servers }) => backend(cell, servers)).join('\n\n')}`;
}

function httpError(status: number, { apiHost }: ProxyPlan): string {
  const body = unreachableBody(`https://${apiHost}`, '%[uuid()]');
  return (
    `    http-error status ${status} content-type application/json lf-string '${body}' ` +
    `hdr Retry-After ${unreachableRetrySeconds}`
  );
}

/** The path is removed after the cell is known, so that no second rule sees the rest. */
function siteRules({ sites, apiHost }: ProxyPlan): string[] {
  const chosen = sites.flatMap(({ host, path, cell }, at) => {
    const onHost = `!{ var(txn.cell) -m found } { var(txn.host) -m str ${host} }`;
    const under = path === '' ? '' : ` { path_beg ${path}/ }`;
    return [
      ...(path === ''
        ? []
        : [`    http-request redirect location ${path}/ code 308 if ${onHost} { path ${path} }`]),
      `    http-request set-var(txn.site) int(${at}) if ${onHost}${under}`,
      `    http-request set-var(txn.cell) str(${cell}) if ${onHost}${under}`,
    ];
  });
  const stripped = sites.flatMap(({ path }, at) =>
    path === ''
      ? []
      : [
          `    http-request replace-path ^${path.replaceAll('.', '\\.')}(/.*)$ \\1 ` +
            `if { var(txn.site) -m int ${at} }`,
        ],
  );
  const partial = [...new Set(sites.map(({ host }) => host))].filter(
    (host) => host !== apiHost && !sites.some((site) => site.host === host && site.path === ''),
  );
  const others = partial.map(
    (host) =>
      '    http-request deny deny_status 404 if !{ var(txn.cell) -m found } ' +
      `{ var(txn.host) -m str ${host} }`,
  );
  return [...chosen, ...stripped, ...others];
}

function pageRules({ pages, consoleUrl }: ProxyPlan): string[] {
  const links = pages.map(
    ({ cell, url }) =>
      `    http-request redirect prefix ${url} code 307 if { var(txn.link) -m str ${cell} }`,
  );
  if (!consoleUrl) return links;
  const console = '!{ var(txn.cell) -m found } { path -m reg ^/console(/|$) }';
  return [...links, `    http-request redirect prefix ${consoleUrl} code 307 if ${console}`];
}

function backend(cell: string, servers: readonly string[]): string {
  return `backend countersign_${cell}
    balance leastconn
    # Ready means that the database accepts writes; a server that shuts down is not ready.
    option httpchk GET /readyz
    # A server that shuts down is taken out before it stops listening, after 2 seconds.
    default-server check inter 500ms fastinter 250ms fall 2 rise 1
${servers.map((each, at) => `    server cell_${cell}_${at + 1} ${each}`).join('\n')}`;
}
