use shido_core::Guide;

use crate::FrameGame;
use crate::bits::Bits;

impl<B: Bits> Guide for FrameGame<B> {}
