import { accountCalls } from '#schemas/api/account-calls.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';

interface Picture {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string;
}

/** Profile picture requests; they need a connection. */
export function useAvatarActions() {
  const { identity, singletons } = useAccount();
  const call = useCall();
  const params = { id: identity.user_id };
  const asking = { userId: identity.user_id };

  return {
    /** @throws CallError */
    put: async ({ bytes, mime, sha256 }: Picture) => {
      const fields = { uuid: crypto.randomUUID(), sha256 };
      const body = { fields, bytes: new Uint8Array(bytes), mediaType: mime };
      const self = await call(accountCalls.uploadAvatar, { params, body }, asking);
      await singletons.storeSelf(self);
    },
    /** @throws CallError */
    remove: async () => {
      await singletons.storeSelf(await call(accountCalls.removeAvatar, { params }, asking));
    },
  };
}
