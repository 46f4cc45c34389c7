import { numberForm, type ProxyPlan, type Site, secretForm } from './plan-proxy.ts';
import { unreachableBody, unreachableRetrySeconds } from './unreachable-reply.ts';

/** A configuration of nginx: /etc/nginx/conf.d/countersign.conf. */
export function nginxConfig(plan: ProxyPlan): string {
  const hosts = [...new Set([plan.apiHost, ...plan.sites.map(({ host }) => host)])];
  return [
    `# nginx in front of all cells. Place it in /etc/nginx/conf.d/countersign.conf, and set TRUST_PROXY
# of every server to the address of this nginx.`,
    ...plan.cells.map(({ cell, servers }) => upstream(cell, servers)),
    maps(plan),
    ...restMaps(plan),
    ...hosts.map((host) => server(host, plan)),
  ].join('\n\n');
}

/** A server is tried again after 2 seconds: by then one that restarted is ready, before the next one stops. */
function upstream(cell: string, servers: readonly string[]): string {
  const lines = servers.map((each) => `    server ${each} fail_timeout=2s;`);
  return [`upstream countersign_${cell} {`, ...lines, '    keepalive 64;', '}'].join('\n');
}

function maps({ cells, pages, unnumbered }: ProxyPlan): string {
  const upstreams = cells.map(({ cell }) => `    ${cell} countersign_${cell};`);
  const links = pages.map(({ cell, url }) => `    ${cell} ${url};`);
  return `# The cell of a request to the public address: by callback URL, or else by key.
map $http_x_api_key $countersign_key {
    "~^cs_(?:test|live)_(?<countersign_in_key>${numberForm})_" $countersign_in_key;
    default "";
}
map $request_uri $countersign_number {
    "~^/callbacks/(?<countersign_in_path>${numberForm})_${secretForm}(?:[?]|$)" $countersign_in_path;
    default $countersign_key;
}
# A request without a number, and one with the number of no cell.
map $countersign_number $countersign_upstream {
${upstreams.join('\n')}
    default countersign_${unnumbered};
}

# Links open at the address of their cell.
map $request_uri $countersign_link {
    "~^/v/(?<countersign_in_link>${numberForm})_${secretForm}(?:[/?]|$)" $countersign_in_link;
    default "";
}
map $countersign_link $countersign_page {
${links.join('\n')}
    default "";
}

# Links and callback URLs are secrets: who reads them in a log can use them.
map $request_uri $countersign_log {
    ~/(callbacks|v)/ 0;
    default 1;
}

# Request IDs are UUIDs.
map $request_id $countersign_id {
    "~^(?<id1>.{8})(?<id2>.{4})(?<id3>.{4})(?<id4>.{4})(?<id5>.{12})$" $id1-$id2-$id3-$id4-$id5;
}`;
}

/** Sites of different hosts may have the same path. */
function restMaps({ sites }: ProxyPlan): string[] {
  const byPath = new Map(sites.map((site) => [site.path, site]));
  return [...byPath.values()].filter(({ path }) => path !== '').map(restMap);
}

function server(host: string, { sites, apiHost, consoleUrl }: ProxyPlan): string {
  const here = sites.filter((site) => site.host === host).map(siteLocation);
  const isWhole = here.some((location) => location.startsWith('    location / '));
  const other = isWhole ? [] : ['    location / {\n        return 404;\n    }'];
  const api = host === apiHost ? apiLocations(consoleUrl) : other;
  return `server {
    listen 443 ssl;
    server_name ${host};
    ssl_certificate /etc/ssl/countersign/fullchain.pem;
    ssl_certificate_key /etc/ssl/countersign/key.pem;
    ssl_protocols TLSv1.2 TLSv1.3;
    absolute_redirect off;

    access_log /var/log/nginx/countersign.log combined if=$countersign_log;
    # Callbacks of vendors have up to 1 MB; the servers themselves limit everything else.
    client_max_body_size 1m;

    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    # Pages follow events on open responses.
    proxy_buffering off;
    # Longer than CALL_DEADLINE_MS (30 s) and the 2 s after it.
    proxy_read_timeout 60s;
    # A call that reached a server is never sent to a second one.
    proxy_next_upstream error timeout;
    proxy_next_upstream_tries 2;

${[...here, ...api, unreachable(host)].join('\n')}
}`;
}

/** Replies of the servers pass as they are, whatever their status. */
function unreachable(host: string): string {
  return `
    # When no server answers, callers get the form that they know.
    error_page 502 504 = @countersign_unreachable;
    location @countersign_unreachable {
        default_type application/json;
        add_header Retry-After ${unreachableRetrySeconds} always;
        return 503 '${unreachableBody(`https://${host}`, '$countersign_id')}';
    }`;
}

/**
 * The path is removed from the request as it was sent: `proxy_pass` and `set` would encode the rest anew. One that is
 * spelled otherwise (`/%632/`) is left, and so names no page.
 */
function restMap({ path }: Site): string {
  const name = nameOf(path);
  return `map $request_uri $countersign_rest${name} {
    "~^${path.replaceAll('.', '\\.')}(?<countersign_after${name}>/.*)$" $countersign_after${name};
    default $request_uri;
}`;
}

function nameOf(path: string): string {
  return path.replaceAll(/[^A-Za-z0-9]/g, (sign) => `_${sign.charCodeAt(0)}_`);
}

function siteLocation({ path, cell }: Site): string {
  if (path === '') return `    location / {\n        proxy_pass http://countersign_${cell};\n    }`;
  return `    location = ${path} {
        return 308 ${path}/;
    }
    location ${path}/ {
        proxy_pass http://countersign_${cell}$countersign_rest${nameOf(path)};
    }`;
}

function apiLocations(consoleUrl: string | undefined): string[] {
  const console = `    location /console {\n        return 307 ${consoleUrl}$request_uri;\n    }`;
  return [
    ...(consoleUrl ? [console] : []),
    `    location / {
        if ($countersign_page) {
            return 307 $countersign_page$request_uri;
        }
        proxy_pass http://$countersign_upstream$request_uri;
    }`,
  ];
}
