import Fastify from 'fastify';

/**
 * The same route on bare Fastify: it parses the body, answers the same JSON, and does nothing else.
 */
const app = Fastify({ logger: false });

app.post('/api/v1/sms_code', async (request, reply) => {
  const { mobile } = request.body as { mobile: string };
  reply.code(201);
  return {
    code: 0,
    message: 'The verification code was accepted for sending.',
    requestId: '01a1dd07-3466-7b52-9931-76d63a914540',
    priceSource: 'default',
    unitPrice: '0.0500',
    data: { productCode: 'sms_code', mobile, templateId: 'CODE_DEFAULT' },
  };
});

const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready ${address}\n`);
