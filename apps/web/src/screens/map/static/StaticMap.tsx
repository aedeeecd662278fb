import { type CSSProperties, memo, type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useColorScheme } from '#device/color-scheme.ts';
import { useMessages } from '#messages/messages.ts';
import type { Box } from '#parts/box.ts';
import { BASEMAP_COLOURS } from '../basemap/basemap-colours.js';
import basemapUrl from '../basemap/static-basemap.svg?url';
import { localityPx } from '../distances/use-distances.ts';
import { noteFirstDrawn } from '../first-drawn.ts';
import { usePlaceNames } from '../labels/use-place-names.ts';
import { staticFeatures, type ToDraw } from '../layers.ts';
import type { MapMark } from '../marks/clusters.ts';
import {
  boxAround,
  boxOfChosen,
  clusterRingPx,
  layOutMarks,
  lookOf,
  type PlacedMark,
  stateOf,
} from '../marks/layout.ts';
import { ChosenPicture, DriverPicture } from '../marks/MarkPictures.tsx';
import { DRAWN_WORLD } from '../marks/mercator.ts';
import { pinLook, pinPicture, ringPicture, type Scheme, unfitPicture } from '../marks/pictures.ts';
import { useMarks } from '../marks/use-marks.ts';
import { freeSize, type Padding, zoomToSee } from '../view/camera.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import { coveredBoxes } from '../view/uncovered.ts';
import type { CameraTarget } from '../view/use-camera.ts';
import { type Size, useSize } from '../view/use-size.ts';
import { type Mover, type View, zoomInto } from '../view/view.ts';
import { viewOfIndia, type StaticView, viewAround } from './first-view.ts';
import { namesIn, WIDEST } from './static-names.ts';
import { StaticRings, StaticLabels } from './StaticRings.tsx';
import { useFollowed } from './use-followed.ts';
import { useStaticDistances } from './use-static-distances.ts';
import styles from './StaticMap.module.css';

interface StaticMapProps extends ToDraw {
  chosen: Station | undefined;
  /** The chosen station was picked by its card, so its pin is brought into view. */
  mapFollowsCard: boolean;
  /** True once it is known which station is chosen, or that none is. */
  isArranged: boolean;
  position: Coordinates | undefined;
  padding: Padding;
  /** Where the map opens; all of India without it. */
  opensAt: Pick<View, 'middle' | 'mapLibreZoom'> | undefined;
  /** Where the map was last asked to go. */
  destination: CameraTarget | undefined;
  /** The map is or was at the driver's own place. */
  isHome: boolean;
  /** The movable map is already under this one and gets the driver's touches. */
  isThrough: boolean;
  /** The movable map will report where it opens. */
  isComing: boolean;
  /** Called when the driver touches, points at or focuses the map. */
  onReach: () => void;
  onChoose: (id: string) => void;
  /** Asks to move the map to a cluster, at the zoom at which it splits. */
  onCloser: (place: Coordinates, zoom: number) => void;
  onView: (view: View, mover: Mover) => void;
}

/**
 * The map's first view without a map library. It appears together with the stations and looks like the movable map,
 * which later takes its place.
 */
export function StaticMap(props: StaticMapProps) {
  const { isThrough, onReach } = props;
  const { map: messages } = useMessages();
  const scheme = useColorScheme();
  const [map, size] = useSize<HTMLElement>();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- stands for the map, which takes all of them
    <section
      ref={map}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- and which is reached by Tab
      tabIndex={0}
      aria-label={messages.label}
      className={styles.map}
      inert={isThrough}
      aria-hidden={isThrough}
      style={coloursOf(scheme)}
      onFocus={onReach}
      onPointerDown={onReach}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onReach()}
      onWheel={onReach}
    >
      {/* Drawn anew when it goes home. Marks that moved would count as a jump of the page. */}
      {size && size.width > 0 && (
        <Drawing key={props.isHome ? 'home' : 'opening'} {...props} size={size} scheme={scheme} />
      )}
    </section>
  );
}

const NONE: MapMark[] = [];

function Drawing(props: StaticMapProps & { size: Size; scheme: Scheme }) {
  const { scheme, types, chosen, onChoose, onCloser } = props;
  const { shown, tip, driverSpot, placed, distances, obstacles } = useDrawing(props);
  const { view, world, corner, spotOf } = shown;
  useReportDrawn(placed.length > 0, distances?.rings !== undefined || (distances?.labels.length ?? 0) > 0);

  const onTap = ({ target }: MouseEvent) => {
    const markIndex = (target as Element).closest<HTMLElement>('[data-mark]')?.dataset['mark'];
    const mark = markIndex === undefined ? undefined : placed[Number(markIndex)]?.mark;
    if (mark?.kind === 'pin') onChoose(mark.id);
    else if (mark) onCloser(mark.place, zoomInto(view.mapLibreZoom, mark.closer));
  };
  return (
    <>
      <svg className={styles.basemap} aria-hidden>
        <use
          href={`${basemapUrl}#basemap`}
          transform={`translate(${corner.x} ${corner.y}) scale(${world / DRAWN_WORLD})`}
        />
      </svg>
      {distances?.rings && <StaticRings rings={distances.rings} way={distances.way} spotOf={spotOf} scheme={scheme} />}
      <Names shown={shown} obstacles={obstacles} />
      {distances && (
        <StaticLabels
          labels={distances.labels}
          corner={corner}
          localityPx={localityPx(view.mapLibreZoom)}
          scheme={scheme}
        />
      )}
      {/* Only for fingers and mice. Drivers who do not see the map find the stations on the cards. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the marks are its buttons */}
      <div onClick={onTap}>
        <Marks placed={placed} scheme={scheme} />
      </div>
      {driverSpot && (
        <At spot={driverSpot} className={styles.own}>
          <DriverPicture scheme={scheme} />
        </At>
      )}
      {chosen && tip && (
        <At key={chosen.property_id} spot={{ x: tip.x, y: tip.y + 2 }} className={styles.chosen}>
          <ChosenPicture look={pinLook(chosen, types)} scheme={scheme} />
        </At>
      )}
    </>
  );
}

/** Hook: the positions of everything on the map, and the obstacles for names. It also reports its view. */
function useDrawing(props: StaticMapProps & { size: Size }) {
  const { size, padding, stations, clusters, types, chosen, isArranged, position } = props;
  const { opensAt, destination } = props;
  const asked = useMemo(() => {
    if (destination) {
      const zoom = zoomToSee(destination, freeSize(size, padding));
      return viewAround({ middle: destination.place, mapLibreZoom: zoom }, size, padding);
    }
    return opensAt ? viewAround(opensAt, size, padding) : viewOfIndia(size, padding);
  }, [opensAt, destination, size, padding]);
  const { shown, isFollowing } = useFollowed(asked, props);
  const { view, spotOf } = shown;
  const chosenId = chosen?.property_id;
  const data = useMemo(
    () => staticFeatures({ stations, clusters, types }, chosenId ?? (isArranged ? '' : undefined)),
    [stations, clusters, types, chosenId, isArranged],
  );
  const marks = useMarks(data, shown.marked) ?? NONE;
  const tip = useMemo(() => chosen && spotOf(chosen), [chosen, spotOf]);
  const driverSpot = useMemo(() => position && spotOf(position), [position, spotOf]);
  const free = useMemo(
    () => ({
      left: padding.left,
      right: size.width - padding.right,
      top: padding.top,
      bottom: size.height - padding.bottom,
      corner: padding.corner,
      ...(padding.captions && { captions: padding.captions }),
    }),
    [size, padding],
  );
  const placed = useMemo(() => {
    // The marks may be from before the choice and still include the chosen station.
    const others = marks.filter((mark) => mark.kind !== 'pin' || mark.id !== chosenId);
    return layOutMarks(others, spotOf, { tip, driver: driverSpot, free });
  }, [marks, chosenId, spotOf, tip, driverSpot, free]);
  const distances = useStaticDistances(shown, placed, props);
  const obstacles = useMemo(
    () => [
      ...coveredBoxes(free),
      ...placed.map(({ spot }) => boxAround(spot)),
      ...(tip ? [boxOfChosen(tip)] : []),
      ...(distances?.boxes ?? []).map((box) => shiftedBy(shown.corner, box)),
    ],
    [free, placed, tip, distances, shown],
  );
  useReportView(view, isFollowing, props);
  return { shown, tip, driverSpot, placed, distances, obstacles };
}

function shiftedBy({ x, y }: ScreenPoint, { left, top, right, bottom }: Box): Box {
  return { left: left + x, right: right + x, top: top + y, bottom: bottom + y };
}

/** Hook: reports the view when it has changed, unless the movable map does. */
function useReportView(
  view: View,
  isFollowing: boolean,
  { destination, isThrough, isComing, onView }: StaticMapProps,
): void {
  const reached = useRef<CameraTarget>(undefined);
  useEffect(() => {
    if (isThrough || (isComing && !destination)) return;
    // Once for each destination: a later view of it differs by a bar that has come or gone.
    const isNew = destination !== reached.current;
    reached.current = destination;
    if (isFollowing) onView(view, 'card');
    else onView(view, isNew && destination ? (destination.isHome ? 'home' : 'driver') : 'opening');
    // Runs when the view has changed, and when the movable map no longer reports it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view, isThrough, isComing]);
}

function useReportDrawn(areStationsDrawn: boolean, areDistancesDrawn: boolean): void {
  useEffect(() => {
    if (areStationsDrawn) noteFirstDrawn('stations-drawn');
  }, [areStationsDrawn]);
  useEffect(() => {
    if (areDistancesDrawn) noteFirstDrawn('distances-drawn');
  }, [areDistancesDrawn]);
}

/** Memoised, because names change only with the stations and not with each card. */
const Names = memo(function Names({ shown, obstacles }: { shown: StaticView; obstacles: Box[] }) {
  const translated = usePlaceNames();
  const names = translated ? namesIn(shown, obstacles, translated) : [];
  return names.map(({ name, kind, spot, size: letters }) => (
    <At
      key={name}
      aria-hidden
      spot={spot}
      className={styles[kind]}
      style={{ fontSize: letters, maxWidth: `${WIDEST[kind]}em` }}
    >
      {name}
    </At>
  ));
});

const Marks = memo(function Marks({ placed, scheme }: { placed: PlacedMark[]; scheme: Scheme }) {
  return placed.map(({ mark, spot, isAside }, index) => (
    <At key={keyOf(mark)} spot={spot} className={isAside ? styles.aside : styles.mark}>
      <MarkButton mark={mark} index={index} scheme={scheme} />
    </At>
  ));
});

interface AtProps {
  'aria-hidden'?: true;
  spot: ScreenPoint;
  className: string | undefined;
  style?: CSSProperties;
  children: ReactNode;
}

/** Moved by a transform: a mark that follows the map is no jump of the page. */
function At({ spot: { x, y }, style, children, ...rest }: AtProps) {
  return (
    <span {...rest} style={{ ...style, translate: `${x}px ${y}px` }}>
      {children}
    </span>
  );
}

interface MarkButtonProps {
  mark: MapMark;
  /** Index among the marks. */
  index: number;
  scheme: Scheme;
}

function MarkButton({ mark, index, scheme }: MarkButtonProps) {
  const passive = { type: 'button', tabIndex: -1, 'aria-hidden': true, 'data-mark': index } as const;
  const look = lookOf(mark);
  if (mark.kind === 'pin' || look) {
    const isUnfit = look === undefined || look === 'unfit';
    return (
      <button
        {...passive}
        className={isUnfit ? styles.unfit : styles.pin}
        data-state={stateOf(mark)}
        dangerouslySetInnerHTML={{ __html: isUnfit ? unfitPicture(scheme) : pinPicture(look, scheme) }}
      />
    );
  }
  const width = clusterRingPx(mark.counts.total);
  return (
    <button
      {...passive}
      className={styles.ring}
      style={{ width, height: width }}
      dangerouslySetInnerHTML={{ __html: ringPicture(mark.counts, scheme, width) }}
    />
  );
}

const keyOf = (mark: MapMark) => (mark.kind === 'pin' ? mark.id : `${mark.place.latitude} ${mark.place.longitude}`);

/** The basemap's colours as CSS variables for the drawing. */
function coloursOf(scheme: Scheme): CSSProperties {
  return Object.fromEntries(Object.entries(BASEMAP_COLOURS[scheme]).map(([name, colour]) => [`--${name}`, colour]));
}
