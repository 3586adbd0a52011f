import { useEffect, useState } from 'preact/hooks';

type ToWords = (cron: string) => string;

/** The library has 7 kB, and only screens that show a schedule load it. */
let loading: Promise<ToWords> | undefined;

function load(): Promise<ToWords> {
  loading ??= import('cronstrue').then(
    ({ default: cronstrue }) =>
      (cron) =>
        cronstrue.toString(cron, { use24HourTimeFormat: true, verbose: true }),
  );
  return loading;
}

/** A cron expression in words; undefined for one that says nothing, and until the library is there. */
export function useCronWords(cron: string): string | undefined {
  const [words, setWords] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    load()
      .then((toWords) => toWords(cron))
      .catch(() => undefined)
      .then((text) => {
        if (isCurrent) setWords(text);
      });
    return () => {
      isCurrent = false;
    };
  }, [cron]);
  return words;
}

/** A cron expression in words; as written, until the words are there. */
export function CronWords({ cron }: { cron: string }) {
  const words = useCronWords(cron) ?? cron;
  return <span title={words}>{words}</span>;
}
