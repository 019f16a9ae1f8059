import FlipbookTestSupport
import Foundation
import Testing

@Suite("The page of UIKit's names") struct UIKitNamesTests {
    /// The sections of the page, and the names of UIKit's reference and of its guides that stand in each.
    private static let names: [(String, String)] = [
        (
            "UIImageView",
            """
            UIImageView init(image:) init(image:highlightedImage:) image highlightedImage isHighlighted animationImages
            highlightedAnimationImages animationDuration animationRepeatCount startAnimating() stopAnimating() isAnimating
            isUserInteractionEnabled tintColor overlayContentView preferredSymbolConfiguration
            adjustsImageWhenAncestorFocused focusedFrameGuide masksFocusEffectToContents
            preferredImageDynamicRange imageDynamicRange addSymbolEffect(_:options:animated:completion:)
            setSymbolImage(_:contentTransition:options:completion:)
            """
        ),
        (
            "UIImage",
            """
            UIImage init(named:) init(named:in:with:) init(named:in:compatibleWith:) imageNamed init(resource:)
            init(contentsOfFile:) imageWithContentsOfFile init(data:) init(data:scale:) imageWithData init(cgImage:)
            init(cgImage:scale:orientation:) init(ciImage:) init(systemName:)
            animatedImage(with:duration:) animatedImageNamed(_:duration:)
            animatedResizableImageNamed(_:capInsets:duration:) animatedResizableImageNamed
            animatedResizableImageNamed(_:capInsets:resizingMode:duration:) images duration
            resizableImage(withCapInsets:) resizableImage(withCapInsets:resizingMode:) capInsets resizingMode
            ResizingMode.tile ResizingMode.stretch stretchableImage(withLeftCapWidth:topCapHeight:) leftCapWidth
            topCapHeight withAlignmentRectInsets(_:) imageWithAlignmentRectInsets alignmentRectInsets
            withRenderingMode(_:) renderingMode automatic alwaysOriginal alwaysTemplate Orientation up down left right
            upMirrored downMirrored leftMirrored rightMirrored withTintColor(_:) withTintColor(_:renderingMode:)
            imageFlippedForRightToLeftLayoutDirection() flipsForRightToLeftLayoutDirection
            withHorizontallyFlippedOrientation() imageOrientation size scale imageAsset traitCollection configuration
            withConfiguration(_:) symbolConfiguration applyingSymbolConfiguration(_:) isSymbolImage
            withBaselineOffset(fromBottom:) imageWithoutBaseline() baselineOffsetFromBottom cgImage ciImage
            draw(at:) draw(at:blendMode:alpha:) draw(in:) draw(in:blendMode:alpha:) drawAsPattern(in:)
            pngData() jpegData(compressionQuality:) heicData() preparingForDisplay() prepareForDisplay(completionHandler:)
            byPreparingForDisplay() preparingThumbnail(of:) prepareThumbnail(of:completionHandler:)
            byPreparingThumbnail(ofSize:) isHighDynamicRange imageRestrictedToStandardDynamicRange()
            """
        ),
        (
            "UIView",
            """
            UIView init(frame:) init(coder:) backgroundColor isHidden alpha isOpaque tintColor tintAdjustmentMode
            tintColorDidChange() clipsToBounds clearsContextBeforeDrawing mask layerClass layer
            isUserInteractionEnabled isMultipleTouchEnabled isExclusiveTouch
            frame bounds center transform transform3D anchorPoint
            superview subviews window addSubview(_:) insertSubview(_:at:) insertSubview(_:aboveSubview:)
            insertSubview(_:belowSubview:) exchangeSubview(at:withSubviewAt:) bringSubviewToFront(_:)
            sendSubviewToBack(_:) removeFromSuperview() isDescendant(of:) didAddSubview(_:) willRemoveSubview(_:)
            willMove(toSuperview:) didMoveToSuperview() willMove(toWindow:) didMoveToWindow()
            tag viewWithTag(_:) convert(_:to:) convert(_:from:) hitTest(_:with:) point(inside:with:)
            draw(_:) drawRect: draw(_:for:) setNeedsDisplay() setNeedsDisplay(_:) setNeedsDisplayInRect: CGContext
            UIGraphicsImageRenderer UIBezierPath CGPath CGContextGetCTM
            contentScaleFactor contentMode contentStretch scaleToFill scaleAspectFit scaleAspectFill center top bottom left
            right topLeft topRight bottomLeft bottomRight redraw
            snapshotView(afterScreenUpdates:) resizableSnapshotView(from:afterScreenUpdates:withCapInsets:)
            drawHierarchy(in:afterScreenUpdates:)
            layoutSubviews() setNeedsLayout() layoutIfNeeded() flexibleWidth flexibleHeight flexibleLeftMargin
            flexibleRightMargin flexibleTopMargin flexibleBottomMargin autoresizingMask autoresizesSubviews sizeThatFits(_:)
            sizeToFit() layoutMargins directionalLayoutMargins preservesSuperviewLayoutMargins layoutMarginsDidChange()
            insetsLayoutMarginsFromSafeArea safeAreaInsets safeAreaInsetsDidChange()
            constraints addConstraint(_:) addConstraints(_:) removeConstraint(_:) removeConstraints(_:)
            leadingAnchor trailingAnchor leftAnchor rightAnchor topAnchor bottomAnchor centerXAnchor centerYAnchor
            widthAnchor heightAnchor firstBaselineAnchor lastBaselineAnchor translatesAutoresizingMaskIntoConstraints
            layoutGuides addLayoutGuide(_:) removeLayoutGuide(_:) layoutMarginsGuide readableContentGuide
            safeAreaLayoutGuide keyboardLayoutGuide intrinsicContentSize invalidateIntrinsicContentSize()
            systemLayoutSizeFitting(_:) contentHuggingPriority(for:) setContentHuggingPriority(_:for:)
            contentCompressionResistancePriority(for:) setContentCompressionResistancePriority(_:for:)
            alignmentRect(forFrame:) frame(forAlignmentRect:) alignmentRectInsets forFirstBaselineLayout
            forLastBaselineLayout needsUpdateConstraints() setNeedsUpdateConstraints() updateConstraints()
            updateConstraintsIfNeeded() requiresConstraintBasedLayout hasAmbiguousLayout exerciseAmbiguityInLayout()
            constraintsAffectingLayout(for:) semanticContentAttribute unspecified
            playback spatial forceLeftToRight forceRightToLeft effectiveUserInterfaceLayoutDirection
            userInterfaceLayoutDirection(for:)
            animate(withDuration:animations:) animate(withDuration:animations:completion:)
            animate(withDuration:delay:options:animations:completion:)
            animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:completion:)
            animateKeyframes(withDuration:delay:options:animations:completion:)
            addKeyframe(withRelativeStartTime:relativeDuration:animations:) performWithoutAnimation(_:)
            setAnimationsEnabled(_:) areAnimationsEnabled inheritedAnimationDuration beginAnimations(_:context:)
            commitAnimations() modifyAnimations(withRepeatCount:autoreverses:animations:)
            perform(_:on:options:animations:completion:)
            AnimationOptions curveEaseInOut curveEaseIn curveEaseOut curveLinear beginFromCurrentState repeat autoreverse
            overrideInheritedDuration overrideInheritedCurve allowAnimatedContent showHideTransitionViews
            allowUserInteraction layoutSubviews transitionCrossDissolve transitionFlipFromLeft transitionFlipFromRight
            transitionFlipFromTop transitionFlipFromBottom transitionCurlUp transitionCurlDown
            transition(with:duration:options:animations:completion:) transition(from:to:duration:options:completion:)
            addGestureRecognizer(_:) removeGestureRecognizer(_:) gestureRecognizers gestureRecognizerShouldBegin(_:)
            addMotionEffect(_:) addInteraction(_:) endEditing(_:) traitCollection overrideUserInterfaceStyle
            canBecomeFocused isFocused restorationIdentifier encodeRestorableState(with:) decodeRestorableState(with:)
            isAccessibilityElement accessibilityLabel accessibilityHint accessibilityTraits accessibilityValue
            accessibilityIdentifier accessibilityIgnoresInvertColors
            """
        ),
        (
            "UIWindow",
            """
            UIWindow UIScreen screen windowScene rootViewController windowLevel makeKeyAndVisible() makeKey() isKeyWindow
            becomeKey() resignKey() sendEvent(_:) bounds scale nativeScale
            """
        ),
        (
            "Touches and events",
            """
            UITouch UIEvent UIResponder next touchesBegan(_:with:) touchesMoved(_:with:) touchesEnded(_:with:)
            touchesCancelled(_:with:) phase timestamp location(in:) previousLocation(in:) tapCount force
            becomeFirstResponder() pressesBegan(_:with:) motionBegan(_:with:) UIApplication UIControl
            UIGestureRecognizer UITapGestureRecognizer UILongPressGestureRecognizer UIPanGestureRecognizer
            UIPinchGestureRecognizer UIRotationGestureRecognizer UISwipeGestureRecognizer
            UIScreenEdgePanGestureRecognizer UIHoverGestureRecognizer state view isEnabled numberOfTouches
            location(ofTouch:in:) cancelsTouchesInView delaysTouchesBegan delaysTouchesEnded delegate
            gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:) require(toFail:) addTarget(_:action:)
            numberOfTapsRequired numberOfTouchesRequired minimumPressDuration allowableMovement translation(in:)
            setTranslation(_:in:) velocity(in:) minimumNumberOfTouches maximumNumberOfTouches scale velocity rotation
            direction
            """
        ),
    ]

    /// Words of the guides to image views and to the view architecture, each in the first column of a row.
    private static let words = [
        "cap insets", "shadows", "same size",
        "same scale", "gesture recognizers", "responder chain", "application object", "interaction model",
        "performance and debugging tips", "asset catalogs", "image formats", "Interface Builder", "storyboards", "xib",
        "internationalization", "localized string", "screen metrics", "points and pixels", "screen sizes",
        "accessibility", "traits",
        "anchor point", "Auto Layout", "leading", "baseline", "buttons", "scroll views", "custom views",
        "view controllers", "bar buttons", "UIToolbar", "UIActivityIndicatorView", "UIPickerView", "UIProgressView",
        "CALayer",
        "Core Animation", "run loop", "snapshot", "autosizing", "animatable properties", "transitions",
        "coordinate systems", "affine transform", "CTM", "OpenGL ES",
    ]

    /// A row of the page: the section, the names of the first column, and what stands for them.
    private struct Row {
        let section: String
        let names: String
        let answer: String

        static func all() throws -> [Row] {
            let page = "Sources/FlipbookScene/FlipbookScene.docc/UIKitNames.md"
            let text = try String(contentsOf: Samples.checkout.appendingPathComponent(page), encoding: .utf8)
            return text.components(separatedBy: "\n### ").dropFirst().flatMap { section in
                let lines = section.split(separator: "\n")
                return lines.filter { $0.hasPrefix("| ") && $0.hasSuffix(" |") }.compactMap { line -> Row? in
                    let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", maxSplits: 1).map(String.init)
                    guard cells.count == 2, cells != ["UIKit", "Flipbook"] else { return nil }
                    return Row(section: String(lines[0]), names: cells[0], answer: cells[1])
                }
            }
        }
    }

    /// The texts between single or double backticks.
    private static func code(_ text: String) -> [String] {
        text.replacing("``", with: "`").split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    @Test("every name of the classes has a row of its section, by itself", arguments: names)
    func members(section: String, names: String) throws {
        let rows = try Row.all().filter { $0.section == section }
        let known = Set(rows.flatMap { Self.code($0.names) })
        let missing = names.split { " \n".contains($0) }.filter { !known.contains(String($0)) }
        #expect(missing.isEmpty, "\(section): \(missing.joined(separator: " "))")
    }

    @Test("every word of the guides has a row")
    func guides() throws {
        let rows = try Row.all().map(\.names).joined(separator: "\n")
        let missing = Self.words.filter { !rows.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test(
        "what stands for a name exists in the sources, the options, the manifest's keys or the rules; else the row says why"
    )
    func answers() throws {
        let known = try FlipbookNames()
        for row in try Row.all() {
            #expect(row.answer.hasPrefix("none: ") || !row.answer.hasPrefix("none"), "\(row.names): \(row.answer)")
            let missing = Self.code(row.answer).filter { !known.contains($0) }
            #expect(missing.isEmpty, "\(row.names): not in the sources")
        }
    }

    @Test("a name that does not exist is seen, and one that does is not")
    func check() throws {
        let known = try FlipbookNames()
        let names = [
            "ImageView/image", "ImageView/init(image:highlightedImage:)", "Image.resizableImage(withCapInsets:)",
            "View.alpha", "ContentMode", "SwipeGestureRecognizer/Direction/left", "--content-mode", "trigger:",
            "seq.mixed-size", "play --restore", "Image(contentsOfFile:)", "PinchGestureRecognizer/cancelsTouchesInView",
        ]
        #expect(names.filter { !known.contains($0) } == [])
        let slips = [
            "ImageView/picture", "ImageView/init(images:)", "Image.resizableImage(capInsets:)", "View.alphas",
            "ContentsMode", "--mode-of-content", "triggers:", "seq.mixed-sizes", "play --restored",
            "Image(contentsOf:)",
            "Layer.send(_:)",
        ]
        #expect(slips.filter(known.contains) == [])
    }
}
