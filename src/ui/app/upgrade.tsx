import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';

/** An old tab after an upgrade asks for files that are gone: says so, and offers to load the page anew. */
export function UpgradeNotice() {
  const [stale, setStale] = useState(false);
  useEffect(() => {
    const listen = () => setStale(true);
    addEventListener('vite:preloadError', listen);
    return () => removeEventListener('vite:preloadError', listen);
  }, []);
  if (!stale) return null;
  return (
    <div class="toast upgrade" role="alert">
      <span>The server has another version than this tab.</span>
      <Button onClick={() => location.reload()}>Load the page anew</Button>
    </div>
  );
}
