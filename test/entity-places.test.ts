import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceTree, root } from './setup/source-tree.ts';

/** Names of each editable entity in the code: document, commands, requests. */
const entities = {
  scans: /\b(ScanDocument|ScanCommands|scanWire|scanCalls)\b/,
  projects: /\b(ProjectClosing|ProjectCommands|projectWire|closingFile)\b/,
  leads: /\b(LeadEdit|LeadCommands|leadWire|leadFile)\b/,
  chats: /\b(ChatDocument|ChatCommands|chatWire|supportCalls)\b/,
  notifications:
    /\b(NotificationDocument|NotificationCommands|notificationWire|notificationCalls)\b/,
  surveys: /\b(SurveyInvitation|SurveyInvitationDocument|SurveyCommands|surveyWire|surveyCalls)\b/,
  attachments: /\b(AttachmentDocument|AttachmentCommands|attachmentWire|attachmentCalls)\b/,
} as const;

/** Features that also show an entity belonging to another feature. */
const shownElsewhere: Partial<Record<keyof typeof entities, RegExp>> = {
  scans: /^src\/features\/(projects|scan|home)\/|^sync\/photos\//,
  attachments: /^src\/features\/(projects|handover)\/|^sync\/attachments\//,
  projects: /^src\/features\/(projects|scan|close|leads)\//,
  leads: /^src\/(features\/(leads|home|projects)|data\/sync)\//,
};

const files = readSourceTree();

/** Rows of the table in docs/adding-an-entity.md: folders and files of each step. */
function places(): RegExp[][] {
  const table = readFileSync(join(root, 'docs', 'adding-an-entity.md'), 'utf8');
  const rows = [...table.matchAll(/^\| (\d+) +\|.*\|([^|]*)\|$/gm)];
  return rows.map(([, , place = '']) =>
    [...place.matchAll(/`([^`]+)`/g)].map(([, path = '']) => {
      const pattern = path.replaceAll(/<\w+>/g, '[a-z-]+').replaceAll('*', '[a-z-]*');
      return new RegExp(`^${pattern}${path.endsWith('/') ? '' : '$'}`);
    }),
  );
}

describe('an entity', () => {
  test('has code in at most seven places', () => {
    expect(places().length).toBeGreaterThan(4);
    expect(places().length).toBeLessThanOrEqual(7);
    expect(places().every((place) => place.length > 0)).toBe(true);
  });

  test.each(Object.entries(entities))('%s is mentioned in no other place', (name, codeNames) => {
    const knownPlaces = [...places().flat(), shownElsewhere[name as keyof typeof entities]];
    const elsewhere = files
      .filter(({ text }) => codeNames.test(text))
      .filter(({ path }) => !knownPlaces.some((place) => place?.test(path)));
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
  });

  test('is mentioned in no generic part of sync', () => {
    const generic = files.filter(({ path }) =>
      /^sync\/(engine|retry|http|tabs|store|background|status|account)/.test(path),
    );
    const filesWithEntities = generic.filter(({ text }) =>
      Object.values(entities).some((codeNames) => codeNames.test(text)),
    );
    expect(filesWithEntities.map(({ path }) => path)).toEqual([]);
  });
});
