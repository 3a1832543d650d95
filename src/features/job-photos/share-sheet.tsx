import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Copy, Link2Off, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { sharingCalls } from '#schemas/api/sharing-calls.ts';
import { type CreatedShare, type PhotoShare, SHARE_DAYS } from '#schemas/photo-share.ts';
import { useCall, useRequest } from '#src/data/requests/use-request.ts';
import { useRefetch } from '#src/data/requests/use-refetch.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';
import { PhotoChoice } from './photo-choice.tsx';
import type { JobPhoto } from './queries.ts';

interface ShareSheetProps {
  projectId: string;
  photos: readonly JobPhoto[];
  onClose: () => void;
}

/** Creates a link to selected photos for the homeowner, and lists and revokes earlier links. Online only. */
export function ShareSheet({ projectId, photos, onClose }: ShareSheetProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const call = useCall();
  const [links, setLinks] = useState<readonly PhotoShare[]>();
  const [createdShare, setCreatedShare] = useState<CreatedShare | null>(null);
  const params = { id: projectId };
  const { online, request } = useRefetch(async () => {
    setLinks((await call(sharingCalls.listPhotoShares, { params })).data);
  });
  const shareablePhotos = photos.filter((photo) => photo.has_content);
  // All photos are selected at first.
  const [excludedIds, setExcludedIds] = useState<readonly string[]>([]);
  const shareableIds = shareablePhotos.map(({ uuid }) => uuid);
  const chosenIds = shareableIds.filter((uuid) => !excludedIds.includes(uuid));
  // A retry after a lost response replaces the link instead of adding another.
  const linkId = useRef(crypto.randomUUID());
  const createRequest = useRequest(async () => {
    const body = { uuid: linkId.current, photos: chosenIds };
    setCreatedShare(await call(sharingCalls.createPhotoShare, { params, body }));
    linkId.current = crypto.randomUUID();
    await request.run();
  });
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Share photos`}
      description={
        <Trans>
          Anyone with the link sees the chosen photos, their captions and your company’s name for{' '}
          {SHARE_DAYS} days. You can revoke it at any time.
        </Trans>
      }
      closeLabel={t`Close`}
      footer={
        createdShare === null && (
          <Button
            fullWidth
            busy={createRequest.busy}
            disabledReason={disabledReason()}
            onClick={() => void createRequest.run()}
          >
            <Trans>Create link</Trans>
          </Button>
        )
      }
    >
      <ErrorBlock
        messages={[createRequest.failure, request.failure].flatMap((failure) =>
          failure === null ? [] : [errorMessage(failure)],
        )}
      />
      {createdShare ? (
        <NewLink createdShare={createdShare} />
      ) : (
        <PhotoChoice
          photos={shareablePhotos}
          chosenIds={chosenIds}
          onChange={(selectedIds) =>
            setExcludedIds(shareableIds.filter((uuid) => !selectedIds.includes(uuid)))
          }
        />
      )}
      {shareablePhotos.length < photos.length && (
        <p className="text-small text-ink-soft break-long">
          <Trans>Photos that haven’t been sent yet can’t be shared.</Trans>
        </p>
      )}
      <Links
        links={links}
        isOnline={online}
        onRevoked={(uuid) => {
          setLinks(links?.filter((link) => link.uuid !== uuid));
          if (createdShare?.uuid === uuid) setCreatedShare(null);
        }}
      />
    </Sheet>
  );

  function disabledReason() {
    if (!online) return <Trans>You need to be online to share photos.</Trans>;
    return chosenIds.length === 0 && <Trans>Choose at least one photo.</Trans>;
  }
}

/** The new link. Its URL is only shown now, because the server doesn't store it. */
function NewLink({ createdShare }: { createdShare: CreatedShare }) {
  const { t } = useLingui();
  const copy = useCopyToClipboard();
  const { link } = createdShare;
  const share = async () => {
    try {
      await navigator.share({ url: link });
    } catch (error) {
      // Closing the share sheet isn't a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      await copy(link, t`Link copied`);
    }
  };
  return (
    <Banner
      tone="good"
      live="polite"
      title={<Trans>The link is ready</Trans>}
      action={
        <>
          <Button
            variant="secondary"
            icon={<Copy />}
            onClick={() => void copy(link, t`Link copied`)}
          >
            <Trans>Copy link</Trans>
          </Button>
          {'canShare' in navigator && navigator.canShare({ url: link }) && (
            <Button variant="secondary" icon={<Share2 />} onClick={() => void share()}>
              <Trans context="command">Share</Trans>
            </Button>
          )}
        </>
      }
    >
      <p className="break-all">{link}</p>
      <p>
        <Trans>Copy it now. Later you can only revoke it.</Trans>
      </p>
    </Banner>
  );
}

interface LinksProps {
  /** Undefined until loaded. */
  links: readonly PhotoShare[] | undefined;
  isOnline: boolean;
  onRevoked: (uuid: string) => void;
}

/** Links that still work, with their last day. */
function Links({ links, isOnline, onRevoked }: LinksProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [shareToRevoke, setShareToRevoke] = useState<PhotoShare | null>(null);
  if (links === undefined || links.length === 0) return null;
  return (
    <Section title={t`Links that work now`} headingLevel={3}>
      <List label={t`Links that work now`}>
        {links.map((link) => {
          const [createdText, until] = [
            format.dateTime(link.created_at),
            format.date(link.expires_at),
          ];
          return (
            <ListRow
              key={link.uuid}
              title={<Plural value={link.photos_count} one="# photo" other="# photos" />}
              meta={
                <>
                  <span className="block">{t`Created ${createdText}`}</span>
                  <span className="block">{t`Works until ${until}`}</span>
                </>
              }
              action={
                <Button
                  variant="quiet"
                  icon={<Link2Off />}
                  disabled={!isOnline}
                  aria-label={t`Revoke the link created ${createdText}`}
                  onClick={() => setShareToRevoke(link)}
                >
                  <Trans>Revoke</Trans>
                </Button>
              }
            />
          );
        })}
      </List>
      {shareToRevoke && (
        <RevokeSheet
          link={shareToRevoke}
          onClose={() => setShareToRevoke(null)}
          onRevoked={() => {
            onRevoked(shareToRevoke.uuid);
            setShareToRevoke(null);
          }}
        />
      )}
    </Section>
  );
}

interface RevokeSheetProps {
  link: PhotoShare;
  onClose: () => void;
  onRevoked: () => void;
}

function RevokeSheet({ link, onClose, onRevoked }: RevokeSheetProps) {
  const { t } = useLingui();
  const call = useCall();
  const errorMessage = useErrorMessage();
  const revokeRequest = useRequest(async () => {
    await call(sharingCalls.deletePhotoShare, { params: { id: link.uuid } });
    showToast({ tone: 'good', message: t`Link revoked`, subject: link.uuid, timeoutMs: 4000 });
    onRevoked();
  });
  return (
    <ConfirmSheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Revoke this link?`}
      confirmLabel={t`Revoke link`}
      cancelLabel={t`Keep it`}
      tone="danger"
      busy={revokeRequest.busy}
      onConfirm={() => void revokeRequest.run()}
      errors={revokeRequest.failure === null ? [] : [errorMessage(revokeRequest.failure)]}
    >
      <Trans>It stops working at once, for everyone who has it.</Trans>
    </ConfirmSheet>
  );
}
