import Type from 'typebox';

/** The settings of the export of traces. */
export const traceSettings = {
  OTLP_URL: Type.Optional(
    Type.String({
      format: 'base-url',
      description:
        'Base URL of an OpenTelemetry collector, such as http://127.0.0.1:4318: the server posts a ' +
        'span for each request and each attempt at a provider to its /v1/traces, as OTLP in JSON. ' +
        'Without it, nothing is exported.',
    }),
  ),
  OTLP_SAMPLE_PERCENT: Type.Integer({
    default: 100,
    minimum: 0,
    maximum: 100,
    description:
      'Share of the requests without a traceparent that are exported. For the others, the flag ' +
      'of the traceparent decides.',
  }),
};
