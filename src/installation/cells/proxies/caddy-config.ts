import { numberForm, type ProxyPlan, type Site, secretForm } from './plan-proxy.ts';
import { unreachableBody, unreachableRetrySeconds } from './unreachable-reply.ts';

/** A configuration of Caddy: /etc/caddy/Caddyfile. */
export function caddyConfig(plan: ProxyPlan): string {
  const hosts = [...new Set([plan.apiHost, ...plan.sites.map(({ host }) => host)])];
  return [
    `# Caddy in front of all cells, with certificates that Caddy gets by itself. Place it in
# /etc/caddy/Caddyfile, and set TRUST_PROXY of every server to the address of this Caddy.`,
    ...plan.cells.map(({ cell, servers }) => snippet(cell, servers)),
    ...hosts.map((host) => site(host, plan)),
  ].join('\n\n');
}

function snippet(cell: string, servers: readonly string[]): string {
  return `(countersign_${cell}) {
	reverse_proxy ${servers.join(' ')} {
		lb_policy least_conn
		# Ready means that the database accepts writes; a server that shuts down is not ready.
		health_uri /readyz
		health_interval 2s
		# Pages follow events on open responses.
		flush_interval -1
	}
}`;
}

function site(host: string, plan: ProxyPlan): string {
  const sites = plan.sites.filter((each) => each.host === host);
  const api = host === plan.apiHost;
  return `${host} {
	log
	# Links and callback URLs are secrets: who reads them in a log can use them.
	# Before Caddy 2.8 this directive is called skip_log.
	@secret path_regexp /(callbacks|v)/
	log_skip @secret

	# Callbacks of vendors have up to 1 MB; the servers themselves limit everything else.
	request_body {
		max_size 1MB
	}
${api ? numberMaps() : ''}
	route {
${[...sites.map(siteRoute), ...(api ? apiRoutes(plan) : ['		respond 404'])].join('\n')}
	}

	# When no server answers, callers get the form that they know.
	handle_errors {
		@unreachable expression {http.error.status_code} in [502, 503, 504]
		header @unreachable Content-Type application/json
		header @unreachable Retry-After ${unreachableRetrySeconds}
		respond @unreachable \`${unreachableBody(`https://${host}`, '{http.request.uuid}')}\` 503
	}
}`;
}

/** The cell of a request to the public address: by link or callback URL, or else by key. */
function numberMaps(): string {
  return `
	map {header.x-api-key} {countersign_key} {
		"~^cs_(?:test|live)_(${numberForm})_" "\${1}"
		default ""
	}
	map {path} {countersign_number} {
		"~^/callbacks/(${numberForm})_${secretForm}$" "\${1}"
		default "{countersign_key}"
	}
	map {path} {countersign_link} {
		"~^/v/(${numberForm})_${secretForm}(?:/.*)?$" "\${1}"
		default ""
	}
`;
}

function siteRoute({ path, cell }: Site): string {
  if (path === '') return `		import countersign_${cell}`;
  return `		redir ${path} ${path}/ 308
		handle_path ${path}/* {
			import countersign_${cell}
		}`;
}

function apiRoutes({ pages, cells, unnumbered, consoleUrl }: ProxyPlan): string[] {
  const console = `		@console path /console /console/*
		redir @console ${consoleUrl}{uri} 307`;
  return [
    '		# Links open at the address of their cell.',
    ...pages.map(
      ({ cell, url }) => `		@link_${cell} vars {countersign_link} ${cell}
		redir @link_${cell} ${url}{uri} 307`,
    ),
    ...(consoleUrl ? [console] : []),
    ...cells.map(
      ({ cell }) => `		@cell_${cell} vars {countersign_number} ${cell}
		handle @cell_${cell} {
			import countersign_${cell}
		}`,
    ),
    `		# A request without a number, and one with the number of no cell.
		import countersign_${unnumbered}`,
  ];
}
