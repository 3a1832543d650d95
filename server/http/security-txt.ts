import { type FastifyInstance } from 'fastify';
import { type Services } from '../services.ts';

/** Standard path of the contact for reporting vulnerabilities (RFC 9116). */
const PATH = '/.well-known/security.txt';
/** The file expires after this time; RFC 9116 recommends less than a year. */
const VALID_MS = 90 * 24 * 60 * 60 * 1000;

/** `GET /.well-known/security.txt`: the operator's contact from `SECURITY_CONTACT`. Not registered if that is unset. */
export function registerSecurityTxt(app: FastifyInstance, { environment, clock }: Services): void {
  const { securityContact, appUrl } = environment;
  if (securityContact === null) return;
  app.get(PATH, (_request, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock.now() + VALID_MS).toISOString()}`,
      `Canonical: ${new URL(PATH, appUrl).href}`,
      'Preferred-Languages: en',
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
