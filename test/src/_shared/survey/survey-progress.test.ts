import { describe, expect, it } from 'vitest';
import { surveyProgress } from '#src/features/projects/closing/closing-survey.tsx';

function memory() {
  const storage = new Map<string, string>();
  return {
    kept: storage,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  };
}
const draft = { response: [{ question_id: 1, answer_id: 11, value: null }], at: 2 };

describe('answers of an interrupted survey', () => {
  it('are restored, only for the same person and project', () => {
    const store = memory();
    surveyProgress(store, 'anna', 'p1').save(draft);
    expect(surveyProgress(store, 'anna', 'p1').read()).toEqual(draft);
    expect(surveyProgress(store, 'anna', 'p2').read()).toBeUndefined();
    expect(surveyProgress(store, 'piotr', 'p1').read()).toBeUndefined();
  });

  it('are deleted once it is completed', () => {
    const store = memory();
    const progress = surveyProgress(store, 'anna', 'p1');
    progress.save(draft);
    progress.clear();
    expect(store.kept.size).toBe(0);
  });

  it('are empty if the stored data can’t be read', () => {
    const store = memory();
    store.setItem('draft:anna:survey:p1', '{"response":[{"question_id":"?"}],"at":1}');
    expect(surveyProgress(store, 'anna', 'p1').read()).toBeUndefined();
    store.setItem('draft:anna:survey:p1', '{"resp');
    expect(surveyProgress(store, 'anna', 'p1').read()).toBeUndefined();
  });

  it('don’t block the survey when the storage is full', () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(() => surveyProgress(full, 'anna', 'p1').save(draft)).not.toThrow();
  });
});
