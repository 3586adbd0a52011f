import { Download } from 'lucide-preact';
import { toastFailure } from '../../parts/toasts.js';
import type { Picture } from './picture.js';

/** Saves the picture as a file. What draws it is loaded when it is asked for. */
export function ExportMenu({ picture }: { picture: Picture }) {
  const save = async (form: 'svg' | 'png' | 'graphml') => {
    try {
      const { saveGraph } = await import('./export.js');
      await saveGraph(picture, form);
    } catch (problem) {
      toastFailure(problem);
    }
  };
  return (
    <fieldset class="row-of graph-export">
      <legend class="hidden">Export</legend>
      <Download size={14} aria-hidden="true" />
      <button type="button" class="button" onClick={() => save('svg')}>
        SVG
      </button>
      <button type="button" class="button" onClick={() => save('png')}>
        PNG
      </button>
      <button type="button" class="button" onClick={() => save('graphml')}>
        GraphML
      </button>
    </fieldset>
  );
}
