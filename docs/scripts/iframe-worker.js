// Search runs in a worker, and browsers start none from file://; there a frame takes its place. The theme asks for a
// script of this name; its own would come from the network.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      const inner = frame.contentWindow
      inner.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      const script = inner.document.createElement("script")
      this.ready = new Promise(resolve => { script.onload = resolve })
      script.src = url
      inner.document.body.append(script)
      this.inner = inner
    }

    postMessage(data) {
      this.ready.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })))
    }
  }
  window.Worker = window.IFrameWorker
}
