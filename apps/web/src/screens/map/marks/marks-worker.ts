// Clusters the stations in a thread of its own, because it takes as long as drawing a screen.
import type { FeatureCollection, Point } from 'geojson';
import type { MarkedView } from '../view/view.ts';
import { clustered, marksIn } from './clusters.ts';

export interface MarksQuestion {
  data?: FeatureCollection<Point>;
  view?: MarkedView;
}

let index: ReturnType<typeof clustered> | undefined;
let view: MarkedView | undefined;

addEventListener('message', ({ data: asked }: MessageEvent<MarksQuestion>) => {
  if (asked.data) index = clustered(asked.data);
  view = asked.view ?? view;
  if (index && view) postMessage(marksIn(index, view));
});
