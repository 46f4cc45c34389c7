import type { Mutant } from './mutant.ts';

const framing = 'src/http/framing.ts';
const httpServer = 'src/http/http-server.ts';
const server = 'src/http/server.ts';
const toApiError = 'src/http/to-api-error.ts';

const framingTests = ['src/http/framing.test.ts'];
const serverTests = ['src/http/http-server.test.ts'];
const pageTests = ['test/contract/pages.test.ts'];
const contractTests = ['test/contract/http.test.ts'];
const consoleTests = ['src/http/console-page.test.ts'];
const errorTests = ['src/http/to-api-error.test.ts'];

export const httpMutants: readonly Mutant[] = [
  {
    file: framing,
    find: 'hosts > 1 || (needsHost && hosts === 0)',
    replace: 'hosts > 1',
    breaks: 'HTTP/1.1 without a Host is refused.',
    tests: framingTests,
  },
  {
    file: framing,
    find: 'hosts > 1 || (needsHost && hosts === 0)',
    replace: 'needsHost && hosts === 0',
    breaks: 'A request with two hosts is refused.',
    tests: framingTests,
  },
  {
    file: framing,
    find: 'httpVersionMajor === 1 && httpVersionMinor >= 1',
    replace: 'httpVersionMajor === 1',
    breaks: 'HTTP/1.0 needs no Host.',
    tests: framingTests,
  },
  {
    file: framing,
    find: "coding.trim().toLowerCase() !== 'chunked'",
    replace: "!coding.trim().toLowerCase().endsWith('chunked')",
    breaks: 'A coding that is not chunked alone is refused.',
    tests: framingTests,
  },
  {
    file: framing,
    find: 'if (httpVersionMajor !== 1 || httpVersionMinor !== 1) return true;',
    replace: '',
    breaks: 'Chunks before their time are refused.',
    tests: framingTests,
  },
  {
    file: framing,
    find: 'index += 2) {',
    replace: 'index += 1) {',
    breaks: 'A value that looks like a name is no name.',
    tests: framingTests,
  },
  {
    file: httpServer,
    find: 'requestTimeout: patience.requestMs,',
    replace: 'requestTimeout: 0,',
    breaks: 'A request that never ends is given up.',
    tests: serverTests,
  },
  {
    file: httpServer,
    find: 'headersTimeout: patience.headersMs,',
    replace: 'headersTimeout: 0,',
    breaks: 'Headers that never end are given up.',
    tests: serverTests,
  },
  {
    file: httpServer,
    find: 'keepAliveTimeout: patience.keepAliveMs,',
    replace: 'keepAliveTimeout: 0,',
    breaks: 'A connection that nobody uses is closed.',
    tests: serverTests,
  },
  {
    file: httpServer,
    find: 'Object.assign(server, { httpAllowHalfOpen: true });',
    replace: '',
    breaks: 'A caller that has said all it has to say gets its reply.',
    tests: serverTests,
  },
  {
    file: httpServer,
    find: "server.on('checkExpectation', (request, response) => server.emit('request', request, response));",
    replace: '',
    breaks: 'An expectation that nobody knows is overlooked.',
    tests: serverTests,
  },
  {
    file: 'src/http/refuse-broken.ts',
    find: "isTold ? '' : lastReply",
    replace: 'lastReply',
    breaks: 'A request that was refused by its head is not refused again.',
    tests: pageTests,
  },
  {
    file: 'src/http/refuse-broken.ts',
    find: '    if (refused.has(connection)) return;\n',
    replace: '',
    breaks: 'What is no HTTP is answered once.',
    tests: ['test/connections.test.ts'],
  },
  {
    file: 'src/http/replies-in-flight.ts',
    find: '      if (left === 0) return goOn();\n',
    replace: '      if (left >= 0) return goOn();\n',
    breaks: 'A call that arrived whole is answered before its connection ends.',
    tests: ['test/connections.test.ts'],
  },
  {
    file: 'src/http/cut-stalled.ts',
    find: 'if (progress.idleLooks >= mostIdleLooks) socket.destroy();',
    replace: '',
    breaks: 'No connection is kept for a reader that takes nothing.',
    tests: ['src/http/cut-stalled.test.ts'],
  },
  {
    file: 'src/http/cut-stalled.ts',
    find: 'socket.writableLength === 0 || taken !== progress.taken',
    replace: 'taken !== progress.taken',
    breaks: 'A connection on which nothing waits is left alone.',
    tests: ['src/http/cut-stalled.test.ts'],
  },
  {
    file: server,
    find: '    reply.headers(replyHeaders);\n',
    replace: '',
    breaks: 'Every reply says to browsers that it is no page.',
    tests: pageTests,
  },
  {
    file: server,
    find: 'done(isAmbiguous(request.raw) ? malformed() : undefined);',
    replace: 'done();',
    breaks: 'A request that can be read in two ways is refused.',
    tests: pageTests,
  },
  {
    file: server,
    find: "{ headers: { connection: 'close' } });",
    replace: '{});',
    breaks: 'The connection of a request that can be read in two ways is closed.',
    tests: pageTests,
  },
  {
    file: server,
    find: "headers: { allow: allowed.join(', ') } });",
    replace: '});',
    breaks: 'A wrong method is told the right ones.',
    tests: contractTests,
  },
  {
    file: server,
    find: "connection: 'close', 'retry-after': '5'",
    replace: "connection: 'close'",
    breaks: 'A server that stops says when to come back.',
    tests: contractTests,
  },
  {
    file: server,
    find: "!options.isDraining() || request.routeOptions.url === '/healthz'",
    replace: 'true',
    breaks: 'A server that stops takes no new calls.',
    tests: contractTests,
  },
  {
    file: toApiError,
    find: "new ApiError('database_unavailable', { cause: fault, headers: { 'retry-after': '1' } })",
    replace: "new ApiError('database_unavailable', { cause: fault })",
    breaks: 'Whoever finds the database away is told when to come back.',
    tests: errorTests,
  },
  {
    file: toApiError,
    find: "FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',",
    replace: '',
    breaks: 'A body that is too large is no fault of ours.',
    tests: errorTests,
  },
  {
    file: toApiError,
    find: "?? 'http_malformed', { cause: fault }",
    replace: "?? 'internal', { cause: fault }",
    breaks: 'What is no HTTP is no fault of ours.',
    tests: errorTests,
  },
  {
    file: 'src/http/without-slash.ts',
    find: "path.startsWith('/api/') ? undefined : pagePath",
    replace: 'pagePath',
    breaks: 'A path of the API is not guessed at.',
    tests: ['src/http/without-slash.test.ts'],
  },
  {
    file: 'src/http/server.ts',
    find: 'isLeft: () => options.trustProxy.length > 0 || options.isDraining(),',
    replace: 'isLeft: () => options.isDraining(),',
    breaks: "Behind a trusted proxy a caller's address is the one that the proxy names.",
    tests: ['src/http/plain-posts.test.ts'],
  },
  {
    file: 'src/http/console-page.ts',
    find: "const nonce = randomBytes(16).toString('base64');",
    replace: "const nonce = 'c2FtZQ==';",
    breaks: 'The word by which the console makes styles is new for each page.',
    tests: consoleTests,
  },
  {
    file: 'src/http/console-page.ts',
    find: 'isApi ? reply.callNotFound() : sendPage(request, reply)',
    replace: 'sendPage(request, reply)',
    breaks: "What the console's API does not have is no page.",
    tests: consoleTests,
  },
  {
    file: 'src/http/console-files.ts',
    find: 'files ??= readCurrent(folder);',
    replace: '',
    breaks: 'The console is there as soon as it is built, without another start.',
    tests: consoleTests,
  },
  {
    file: 'scripts/finish-console.mjs',
    find: 'if (script > mostInitialBytes)',
    replace: 'if (script > 2 * mostInitialBytes)',
    breaks: 'The script before the first screen keeps its measure.',
    tests: ['scripts/finish-console.test.ts'],
  },
  {
    file: 'src/http/cut-stalled.ts',
    find: '        progress.taken = taken;\n        progress.idleLooks = 0;',
    replace: '        progress.taken = taken;',
    breaks: 'Pauses of a reader do not add up.',
    tests: ['src/http/cut-stalled.test.ts'],
  },
  {
    file: 'src/http/close-server.ts',
    find: "    if (!response.headersSent) response.setHeader('connection', 'close');",
    replace: "    if (response.headersSent) response.setHeader('connection', 'close');",
    breaks: 'Who is answered while the server stops is told to go elsewhere.',
    tests: ['test/drain.test.ts'],
  },
  {
    file: 'src/http/health.ts',
    find: 'await Promise.race([askDatabase(), late]).catch(',
    replace: 'await Promise.race([askDatabase()]).catch(',
    breaks: 'A database that says nothing is not ready.',
    tests: ['src/http/health.test.ts'],
  },
];
