import CFlipbookSource
import Dispatch
import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import Glibc
import Synchronization

// The functions that the element's C code calls. FlipbookSource.h documents them.

@_cdecl("flipbook_property_at")
func property(at index: Int, _ property: UnsafeMutablePointer<flipbook_property>) -> Bool {
    enum Names { static let all = SourceOptions.properties.map { ForeverString($0.name, $0.help, isFlag: $0.isFlag) } }
    guard Names.all.indices.contains(index) else { return false }
    property.pointee = Names.all[index].value
    return true
}

// Unchecked because it holds C strings. Their memory never changes once it is filled, and is never freed.
private struct ForeverString: @unchecked Sendable {
    let value: flipbook_property

    init(_ name: String, _ help: String, isFlag: Bool) {
        value = flipbook_property(name: strdup(name), help: strdup(help), is_flag: isFlag)
    }
}

@_cdecl("flipbook_open")
func openSequence(
    _ location: UnsafePointer<CChar>,
    _ names: UnsafePointer<UnsafePointer<CChar>?>,
    _ values: UnsafePointer<UnsafePointer<CChar>?>,
    _ count: Int,
    _ sequence: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ description: UnsafeMutablePointer<flipbook_description>,
    _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> flipbook_outcome {
    let path = String(cString: location)
    let set = (0..<count).compactMap { index -> (name: String, value: String)? in
        guard let name = names[index], let value = values[index] else { return nil }
        return (String(cString: name), String(cString: value))
    }
    let result = waitingForResult { () async throws(SourceOptions.Refusal) in try await SourceOptions.open(path, set) }
    do throws(SourceOptions.Refusal) {
        let (pictures, notes) = try result.get()
        description.pointee = flipbook_description(
            width: Int32(clamping: pictures.size.width),
            height: Int32(clamping: pictures.size.height),
            rate_numerator: Int32(clamping: pictures.frameRate?.numerator ?? 0),
            rate_denominator: Int32(clamping: pictures.frameRate?.denominator ?? 1),
            duration: pictures.duration?.nanoseconds ?? -1,
            is_deep: pictures.format.isDeep
        )
        if !notes.isEmpty { message.pointee = strdup(notes.joined(separator: "\n")) }
        sequence.pointee = Unmanaged.passRetained(OpenSequence(pictures)).toOpaque()
        return FLIPBOOK_DONE
    } catch {
        OpenImages.shared.giveWay(.max)
        message.pointee = strdup(error.message)
        return error.isUsage ? FLIPBOOK_WRONG_INPUT : FLIPBOOK_FAILED
    }
}

/// Blocks until the task ends. Call it off the cooperative pool, for example from a state change.
private func waitingForResult<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
) -> Result<Value, Failure> {
    let isDone = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, Failure>?>(nil)
    Task {
        let outcome = await Result { () async throws(Failure) in try await work() }
        result.withLock { $0 = outcome }
        isDone.signal()
    }
    isDone.wait()
    guard let outcome = result.withLock({ $0 }) else { preconditionFailure("the task must have set its result") }
    return outcome
}

@_cdecl("flipbook_next")
func nextPicture(
    _ sequence: UnsafeMutableRawPointer,
    _ picture: UnsafeMutablePointer<flipbook_picture>,
    _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> flipbook_outcome {
    switch opened(sequence).next() {
    case .picture(let shown):
        let start = shown.presentationTime.nanoseconds
        picture.pointee = shown.picture.withUnsafeBytes { bytes in
            flipbook_picture(
                bytes: bytes.baseAddress,
                size: bytes.count,
                presentation_time: start,
                duration: (shown.presentationTime + shown.duration).nanoseconds - start,
                index: Int64(shown.index),
                owner: Unmanaged.passRetained(shown.picture).toOpaque()
            )
        }
        return FLIPBOOK_DONE
    case .end: return FLIPBOOK_END
    case .interruption: return FLIPBOOK_INTERRUPTED
    case .failure(let error):
        let refusal = SourceOptions.Refusal(error)
        message.pointee = strdup(refusal.message)
        return refusal.isUsage ? FLIPBOOK_WRONG_INPUT : FLIPBOOK_FAILED
    }
}

@_cdecl("flipbook_seek")
func seek(_ sequence: UnsafeMutableRawPointer, _ time: Int64) { opened(sequence).seek(to: .nanoseconds(time)) }

@_cdecl("flipbook_interrupt")
func interrupt(_ sequence: UnsafeMutableRawPointer, _ isInterrupted: Bool) { opened(sequence).interrupt(isInterrupted) }

@_cdecl("flipbook_close")
func close(_ sequence: UnsafeMutableRawPointer) {
    let opened = Unmanaged<OpenSequence>.fromOpaque(sequence).takeRetainedValue()
    _ = waitingForResult { await opened.pictures.stop() }
    // gst_deinit() waits for open videos, which are pipelines.
    OpenImages.shared.giveWay(.max)
}

@_cdecl("flipbook_picture_release")
func releasePicture(_ owner: UnsafeMutableRawPointer) { Unmanaged<Picture>.fromOpaque(owner).release() }

private func opened(_ sequence: UnsafeMutableRawPointer) -> OpenSequence {
    Unmanaged<OpenSequence>.fromOpaque(sequence).takeUnretainedValue()
}
