import { type FastifyInstance } from 'fastify';
import { pictures } from '#schemas/api/calls.ts';
import { ApiFailure } from '../http/failure.ts';
import { admitRequest } from '../http/contract/register-calls.ts';
import { validateInput } from '../http/contract/validate-input.ts';
import { type Services } from '../services.ts';
import { hasShop } from '../shop/has-shop.ts';
import { encodeQrModules } from './qr-modules.ts';

/**
 * `GET /v1/generate/qr-code?data=`: a link as a QR code (spec 2 §7), for people with access to the
 * shop.
 */
export function registerQrCode(app: FastifyInstance, services: Services): void {
  const call = pictures.getQrCode;
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: { call },
    onRequest: (request) => admitRequest(call, services, request),
    handler: async ({ actor, query }, reply) => {
      if (actor === null) throw new ApiFailure('unauthorised');
      if (!hasShop(actor)) throw new ApiFailure('forbidden');
      const { data } = validateInput(call.query, query, 'query');
      const picture = await app.concurrency.perPerson(actor, async () => renderQrCode(data));
      return reply.type('image/svg+xml; charset=utf-8').send(picture);
    },
  });
}

/** Width of the white margin in modules; scanners require it. */
const MARGIN = 4;

/** Renders a QR code as SVG, black on white. */
function renderQrCode(text: string): string {
  const { side, dark } = encodeQrModules(text);
  const size = side + 2 * MARGIN;
  const path = dark.map(([row, column]) => `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  );
}
