let isFast: boolean | undefined;

/**
 * Whether WebGL is drawn by a graphics processor here. Where the main processor has to do so, each picture takes it tens of
 * milliseconds, and whoever touches the page waits for them. Browsers tell by `failIfMajorPerformanceCaveat`, or only by the
 * name of what draws.
 */
export function drawsFast(): boolean {
  isFast ??= probe();
  return isFast;
}

function probe(): boolean {
  const context = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!context) return false;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
