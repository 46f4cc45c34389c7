import { keyPlaceholder as placeholderOf } from '../../foundation/contract/text/key-placeholder.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { askFor } from '../../foundation/contract/wire/envelope.ts';
import type { Sample } from './render-blocks.ts';

/** The placeholder for the reader's key in every sample. */
export const keyPlaceholder = placeholderOf('test');

interface SampleRequest {
  url: string;
  body: Readonly<Record<string, unknown>>;
  /** The reader's, in which the reply is asked for. */
  language: Language;
  /** Sent in addition to the API key and the content type. */
  headers?: Readonly<Record<string, string>>;
}

const writers: Readonly<Record<string, (request: SampleRequest) => string>> = {
  sh: curlSample,
  js: nodeSample,
  python: pythonSample,
  java: javaSample,
  php: phpSample,
  go: goSample,
};

/** The same request in every language that the docs show. */
export function requestSamples(request: SampleRequest): Sample[] {
  return Object.entries(writers).map(([language, write]) => ({ language, text: write(request) }));
}

function headersOf({ language, headers = {} }: SampleRequest): [string, string][] {
  const usual = { 'content-type': 'application/json', 'x-api-key': keyPlaceholder };
  return Object.entries({ ...usual, ...askFor(language), ...headers });
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function curlSample(request: SampleRequest): string {
  const headers = headersOf(request).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  const body = JSON.stringify(request.body).replaceAll("'", "'\\''");
  return [`curl ${request.url} \\`, ...headers, `  -d '${body}'`].join('\n');
}

function nodeSample(request: SampleRequest): string {
  return [
    `const reply = await fetch('${request.url}', {`,
    "  method: 'POST',",
    '  headers: {',
    ...headersOf(request).map(([name, value]) => `    '${name}': ${quoted(value)},`),
    '  },',
    `  body: JSON.stringify(${JSON.stringify(request.body)}),`,
    '});',
    'console.log(reply.status, await reply.text());',
  ].join('\n');
}

function pythonSample(request: SampleRequest): string {
  return [
    'import json, urllib.error, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${request.url}",`,
    `    data=json.dumps(${JSON.stringify(request.body)}).encode(),`,
    '    headers={',
    ...headersOf(request).map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`),
    '    },',
    ')',
    'try:',
    '    reply = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as error:',
    '    reply = error',
    'print(reply.status, reply.read().decode())',
  ].join('\n');
}

function javaSample(request: SampleRequest): string {
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    '',
    'class Sample {',
    '  public static void main(String[] args) throws Exception {',
    `    var request = HttpRequest.newBuilder(URI.create("${request.url}"))`,
    ...headersOf(request).map(
      ([name, value]) => `        .header("${name}", ${JSON.stringify(value)})`,
    ),
    '        .POST(HttpRequest.BodyPublishers.ofString(',
    `            ${JSON.stringify(JSON.stringify(request.body))}))`,
    '        .build();',
    '    var reply = HttpClient.newHttpClient()',
    '        .send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(reply.statusCode() + " " + reply.body());',
    '  }',
    '}',
  ].join('\n');
}

function phpSample(request: SampleRequest): string {
  return [
    '<?php',
    `$curl = curl_init('${request.url}');`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_HTTPHEADER => [',
    ...headersOf(request).map(([name, value]) => `        ${quoted(`${name}: ${value}`)},`),
    '    ],',
    `    CURLOPT_POSTFIELDS => ${quoted(JSON.stringify(request.body))},`,
    ']);',
    '$reply = curl_exec($curl);',
    'echo curl_getinfo($curl, CURLINFO_HTTP_CODE), " ", $reply, "\\n";',
  ].join('\n');
}

function goSample(request: SampleRequest): string {
  return [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    '\t"strings"',
    ')',
    '',
    'func main() {',
    `\tbody := strings.NewReader(\`${JSON.stringify(request.body)}\`)`,
    `\trequest, err := http.NewRequest("POST", "${request.url}", body)`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headersOf(request).map(
      ([name, value]) => `\trequest.Header.Set("${name}", ${JSON.stringify(value)})`,
    ),
    '\treply, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer reply.Body.Close()',
    '\ttext, _ := io.ReadAll(reply.Body)',
    '\tfmt.Println(reply.StatusCode, string(text))',
    '}',
  ].join('\n');
}
