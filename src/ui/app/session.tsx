import { useQueryClient } from '@tanstack/preact-query';
import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import { type Answer, type Operation, onSignedOut, setCsrfToken } from '../client/call.js';
import { Problem } from '../client/problem.js';
import { useAsk } from '../client/queries.js';
import { Failed, Loading } from '../parts/states.js';
import { SignIn } from './sign-in.js';

type Me = Answer<'authMe'>;

const Session = createContext<Me | undefined>(undefined);

/** Who is signed in, as the API says. Only below `SessionGate`. */
export function useMe(): Me {
  const me = useContext(Session);
  if (!me) throw new Error('nobody is signed in');
  return me;
}

/** Whether the API lets this caller use an operation. What is hidden by it the API refuses as well. */
export function useMay(): (operation: Operation) => boolean {
  const { allowed_actions } = useMe();
  return (operation) => allowed_actions.includes(operation);
}

/** Between the tabs of a browser: one of them has a session. */
const CHANNEL = 'castellan-session';

/**
 * Shows its children to somebody who is signed in. When a session ends in the middle of work, the sign-in lies over the page, which
 * stays as it was: whoever signs in again in another tab goes on here.
 */
export function SessionGate({ children }: { children: ComponentChildren }) {
  const [ended, setEnded] = useState(false);
  const client = useQueryClient();
  const { data: me, error, isPending, refetch } = useAsk('authMe', {});
  useEffect(() => onSignedOut(() => setEnded(true)), []);
  setCsrfToken(me?.session?.csrf_token);
  const signedIn = useCallback(async () => {
    const { isSuccess } = await refetch();
    if (!isSuccess) return;
    setEnded(false);
    await client.invalidateQueries();
  }, [client, refetch]);
  const session = me?.session?.csrf_token;
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    if (ended) channel.onmessage = () => void signedIn();
    else if (session !== undefined) channel.postMessage('signed in');
    return () => channel.close();
  }, [ended, session, signedIn]);
  if (me)
    return (
      <Session.Provider value={me}>
        {children}
        {ended && <SignIn over onSignedIn={signedIn} />}
      </Session.Provider>
    );
  if (error instanceof Problem && (error.status === 401 || error.status === 403)) return <SignIn onSignedIn={signedIn} />;
  if (isPending) return <Loading what="your session" />;
  return <Failed problem={error} onRetry={() => refetch()} />;
}
