/**
 * Internal addresses in the spellings that have bypassed guards: numbers in every base and length,
 * IPv6 that embeds IPv4, characters that URLs rewrite, names, users and schemes. Those that name
 * this machine carry the port of a listener that counts connections.
 */
export function privateUrls(port: number): string[] {
  const hosts = [
    ...loopbacks.flatMap(numberForms),
    ...mixedBases('127.0.0.1'),
    ...rewritten,
    ...ipv6Forms,
    ...names,
    ...elsewhere,
    ...elsewhere.flatMap((address) => [mapped(address), `[64:ff9b::${address}]`]),
  ];
  const plain = [...new Set(hosts)].flatMap((host) => [
    `http://${host}:${port}/`,
    `https://${host}:${port}/hook`,
  ]);
  return [...plain, ...disguised(port)];
}

const loopbacks = ['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.254', '0.0.0.0'];

const elsewhere = [
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.255.1'],
  ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '100.64.0.1', '192.0.0.192'],
  ...['168.63.129.16', '0.1.2.3', '192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1'],
  ...['192.88.99.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
];

const bases: readonly ((value: number) => string)[] = [
  (value) => String(value),
  (value) => `0${value.toString(8)}`,
  (value) => `000000${value.toString(8)}`,
  (value) => `0x${value.toString(16)}`,
  (value) => `0X${value.toString(16).toUpperCase()}`,
  (value) => `0x00000${value.toString(16)}`,
];

/** In four, three, two parts and one, of each base. */
function numberForms(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const low = c * 256 + d;
  const parts = [
    [a, b, c, d],
    [a, b, low],
    [a, b * 65_536 + low],
    [a * 16_777_216 + b * 65_536 + low],
  ];
  return bases.flatMap((base) => parts.map((numbers) => numbers.map(base).join('.')));
}

function mixedBases(address: string): string[] {
  const inBases = [bases[0], bases[1], bases[3]] as ((value: number) => string)[];
  let forms = [''];
  for (const part of address.split('.')) {
    forms = forms.flatMap((form) => inBases.map((base) => `${form}.${base(Number(part))}`));
  }
  return forms.map((form) => form.slice(1));
}

const mapped = (address: string) => `[::ffff:${address}]`;

/** Characters that a URL decodes, folds or drops before it reads the host. */
const rewritten = [
  ...['127.0.0.1.', '0x7f.1.', '2130706433.', '017700000001.', 'localhost.', '127.1.'],
  ...[
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '127%2E1',
    '%32%31%33%30%37%30%36%34%33%33',
    '0%787f.1',
  ],
  ...['１２７.0.0.1', '１２７．０．０．１', '127。0。0。1', '127｡0｡0｡1', '127．1', '０ｘ７ｆ．１'],
  ...['①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '𝟭𝟮𝟳.𝟬.𝟬.𝟭', '¹²⁷.⁰.⁰.¹', '₁₂₇.₀.₀.₁', '②①③⓪⑦⓪⑥④③③'],
  ...['%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1', '127%E3%80%820%E3%80%820%E3%80%821'],
  ...['ｌｏｃａｌｈｏｓｔ', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'loc%61lhost', 'LOCALHOST', 'LocalHost', '𝓵𝓸𝓬𝓪𝓵𝓱𝓸𝓼𝓽'],
  ...['local\u00ADhost', 'local\u200Bhost', '127.0.0\u2060.1', '12\u00AD7.0.0.1', 'localho\u017Ft'],
];

const ipv6Forms = [
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0001]',
    '[0::1]',
  ],
  ...['[::0.0.0.1]', '[0:0::0:1]', '[::]', '[0::0]', '[::0.0.0.0]', '[0:0:0:0:0:0:0:0]'],
  ...loopbacks.map(mapped),
  ...['[::FFFF:127.0.0.1]', '[::ffff:7f00:1]', '[::FfFf:7F00:0001]', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ...['[0000::ffff:7f00:0001]', '[0:0:0:0:0:FFFF:7F00:1]', '[::ffff:0:0]', '[::ffff:7f01:203]'],
  ...['[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]', '[::ffff:0:7f00:1]', '[0::127.0.0.1]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[0064:FF9B:0::7f00:0001]', '[64:ff9b::]'],
  ...['[64:ff9b:1::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[64:ff9b:1:7f00:0:100::]'],
  ...['[64:ff9b:1::8.8.8.8]', '[2002:7f00:1::]', '[2002:7f00:0001::1]', '[2002:a9fe:a9fe::]'],
  ...['[2002:c0a8:101::1]', '[2001::80ff:fffe]', '[2001:0:4136:e378:8000:63bf:80ff:fffe]'],
  ...['[2001:0:7f00:1::1]', '[fe80::1]', '[fe80::5efe:127.0.0.1]', '[fec0::1]', '[fc00::1]'],
  ...['[fd00:ec2::254]', '[fd20:ce::254]', '[fd12:3456:789a::1]', '[ff02::1]', '[ff0e::1]'],
  ...['[2001:db8::1]', '[3fff::1]', '[100::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]'],
  ...[
    '[5f00::1]',
    '[4000::1]',
    '[fe80::1%25lo]',
    '[fe80::1%lo]',
    '[::1%25lo]',
    '[::1%250]',
    '[::1%lo]',
  ],
];

/** Some name this machine directly; for the others the resolver decides. */
const names = [
  ...[
    'localhost',
    'a.localhost',
    'localhost.localdomain',
    'ip6-localhost',
    'loopback',
    'broadcasthost',
  ],
  ...[
    'metadata',
    'metadata.google.internal',
    'metadata.google.internal.',
    'instance-data',
    'kubernetes',
  ],
  ...[
    'db.internal',
    'printer.local',
    'router.lan',
    'nas.home',
    'ad.corp',
    'box.home.arpa',
    'wiki.intranet',
  ],
];

function disguised(port: number): string[] {
  const at = `127.0.0.1:${port}`;
  return [
    ...[`http://user@${at}/`, `http://user:word@${at}/`, `http://@${at}/`, `http://:@${at}/`],
    ...[`http://hooks.example@${at}/`, `http://hooks.example:80@${at}/`, `http://a@b@${at}/`],
    ...[`http://${at}@hooks.example/`, `http://hooks.example%40${at}/`, `http://a%3Ab@${at}/`],
    ...[
      `http://hooks.example\\@${at}/`,
      `http:\\\\${at}\\`,
      `http:/\\${at}/`,
      `http://${at}\\@a.example/`,
    ],
    ...[`http:${at}/`, `http:/${at}/`, `http:///${at}/`, `http:////${at}/`, `//${at}/`, at, ''],
    ...[
      `http://127.0.\t0.1:${port}/`,
      `ht\ntp://${at}/`,
      `http://127.0.0.1\r\n:${port}/`,
      ` http://${at}/`,
    ],
    ...[
      `http://${at}/ `,
      `\thttp://${at}/`,
      `http://\u0000${at}/`,
      `http://${at}/a b`,
      `\u00A0http://${at}/`,
    ],
    ...[
      `http://hooks.example#@${at}/\n`,
      `http://hooks.example?\t@${at}/`,
      `http://[::1]:${port}\\a/`,
    ],
    ...[
      `ftp://${at}/`,
      `file://${at}/etc/hosts`,
      `file:///etc/hosts`,
      `gopher://${at}/_GET`,
      `ws://${at}/`,
    ],
    ...[
      `wss://${at}/`,
      `data:text/plain,a`,
      `javascript:0`,
      `blob:http://${at}/a`,
      `unix:/run/a.sock`,
    ],
    ...[
      `http+unix://%2Frun%2Fa.sock/`,
      `jar:http://${at}/!/`,
      `dict://${at}/`,
      `ldap://${at}/`,
      `HTTPS:${at}`,
    ],
    ...[
      `HTTP://${at}/`,
      `hTTp://${at}/`,
      `http://0177.0x0.0.01:${port}/`,
      `http://127.0.0.1:0${port}/`,
    ],
    ...[
      `http://[::1]]:${port}/`,
      `http://[[::1]]:${port}/`,
      `http://[::1:${port}/`,
      `http://127.0.0.1:99999/`,
    ],
    ...[`http://127.0.0.1:${port}#@hooks.example/`, `http://127.0.0.1:${port}?@hooks.example/`],
    ...[`http://127.0.0.256:${port}/`, `http://127.0.0.0x1g:${port}/`, `http://1.2.3.4.5:${port}/`],
    ...[22, 23, 25, 53, 110, 143, 389, 465, 587, 993, 6000, 6379, 6667, 11211].map(
      (refused) => `http://hooks.example:${refused}/`,
    ),
  ];
}
